package dev.switchboard.core.model.offline;

import org.jspecify.annotations.Nullable;

/** Where a command is to run. */
sealed interface Place {
    /** The workspace. */
    record Here() implements Place {}

    /** A folder of the workspace. */
    record Folder(String path) implements Place {}

    /** The terminal made last in this conversation. */
    record It() implements Place {}

    record Terminal(String id) implements Place {}

    /** The place that these words name, all of them; null if they name none. */
    static @Nullable Place of(String words) {
        var phrase = new Phrase(words);
        if (phrase.atEnd()) {
            return new Here();
        }
        if (!phrase.take("in")) {
            return null;
        }
        if (phrase.takesAll("it") || phrase.takesAll("that terminal") || phrase.takesAll("the terminal")) {
            return new It();
        }
        if (phrase.take("terminal")) {
            String id = phrase.word();
            return id == null ? null : new Terminal(id);
        }
        if (!phrase.takeAny("the workspace", "workspace", "the folder", "folder", "the directory", "directory")) {
            return null;
        }
        String path = phrase.word();
        return path == null ? null : new Folder(path);
    }
}
