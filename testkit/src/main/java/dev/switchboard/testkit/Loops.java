package dev.switchboard.testkit;

/**
 * How far a loop goes that is never done: far enough for every run of the tests, or as far as {@code bin/test --long} has
 * time for. Each has a property of its own that says it exactly.
 */
public final class Loops {
    private Loops() {}

    public static int times(String property, int usually, int atLength) {
        return Integer.getInteger(property, Boolean.getBoolean("long") ? atLength : usually);
    }
}
