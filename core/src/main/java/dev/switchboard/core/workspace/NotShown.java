package dev.switchboard.core.workspace;

import org.jspecify.annotations.Nullable;

/** Why a file is not shown. */
public sealed interface NotShown {
    /** @param nearest a name that is there and reads like the one that is missing */
    record Missing(@Nullable String nearest) implements NotShown {}

    /** The path leads out of the workspace, by its names or by a link. */
    record Outside() implements NotShown {}

    /** A folder, or else a pipe, a socket or a device. */
    record NoFile(boolean folder) implements NotShown {}

    record NoText() implements NotShown {}

    /** The first line that was asked for is after the last one. */
    record BeyondEnd(long lines) implements NotShown {}

    /** @param why what is wrong with the path, in words */
    record NoPath(String why) implements NotShown {}

    /** @param why what the file system says */
    record Unreadable(String why) implements NotShown {}
}
