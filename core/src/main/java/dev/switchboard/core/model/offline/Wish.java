package dev.switchboard.core.model.offline;

import org.jspecify.annotations.Nullable;

/** What one sentence asks for. */
sealed interface Wish {
    record Run(String command, Place place) implements Wish {}

    record Read(String path) implements Wish {}

    record ListFiles(String folder) implements Wish {}

    record Write(String path, String content) implements Wish {}

    record Append(String path, String content) implements Wish {}

    record Fetch(String url) implements Wish {}

    record Search(String query) implements Wish {}

    record CreateTerminal(@Nullable String folder) implements Wish {}

    record ListTerminals() implements Wish {}

    /** @param which a terminal or the one made last */
    record ReadTerminal(Place which) implements Wish {}

    /** @param which a terminal or the one made last */
    record CloseTerminal(Place which) implements Wish {}

    record Remember() implements Wish {}

    record Help() implements Wish {}

    /** A verb without its object; the hint shows how it is meant. */
    record Incomplete(String hint) implements Wish {}

    /** May stand beside a wish; alone it wants to know who is there. */
    record Greeting() implements Wish {}

    /** Thanks, which may stand beside a wish. */
    record Courtesy() implements Wish {}

    record Unknown() implements Wish {}
}
