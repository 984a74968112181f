package dev.switchboard.tools.files;

import org.jspecify.annotations.Nullable;

/** Lines of a file, the first being 1, both ends inclusive. */
public record Area(long startLine, long endLine) {
    /** No lines have no area. */
    static @Nullable Area of(long startLine, long lines) {
        return lines == 0 ? null : new Area(startLine, startLine + lines - 1);
    }
}
