package dev.switchboard.core.workspace;

/** What came of looking at a file. */
public sealed interface Look<T> {
    record Found<T>(T what) implements Look<T> {}

    record Refused<T>(NotShown why) implements Look<T> {}
}
