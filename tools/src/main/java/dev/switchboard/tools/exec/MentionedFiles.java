package dev.switchboard.tools.exec;

import dev.switchboard.tools.Refused;
import dev.switchboard.tools.files.FileMeta;
import dev.switchboard.tools.files.Workspace;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The files of the workspace that a command names, as far as that can be told from its words. */
final class MentionedFiles {
    private static final int MOST_WORDS = 200;
    private static final int MOST_FILES = 20;

    private static final Pattern WORD = Pattern.compile("[^\\s'\"`$|&;<>(){}=,:\\\\]+");
    private static final Pattern QUOTED = Pattern.compile("'([^']+)'|\"([^\"]+)\"");

    private final Workspace workspace;
    private final String folder;

    /** @param folder the one the command runs in, relative to the workspace */
    MentionedFiles(Workspace workspace, String folder) {
        this.workspace = workspace;
        this.folder = folder;
    }

    List<FileMeta> in(String command) {
        return words(command).stream()
                .map(this::file)
                .flatMap(Optional::stream)
                .limit(MOST_FILES)
                .toList();
    }

    private static Set<String> words(String command) {
        var words = new LinkedHashSet<String>();
        WORD.matcher(command).results().limit(MOST_WORDS).forEach(match -> words.add(match.group()));
        QUOTED.matcher(command)
                .results()
                .limit(MOST_WORDS)
                .forEach(match -> words.add(match.group(1) == null ? match.group(2) : match.group(1)));
        return words;
    }

    private Optional<FileMeta> file(String word) {
        try {
            var place = workspace.find(word.startsWith("/") ? word : folder + "/" + word);
            return place.isFile() ? Optional.of(new FileMeta(word, place.viewerPath(), null)) : Optional.empty();
        } catch (Refused | IOException _) {
            return Optional.empty();
        }
    }
}
