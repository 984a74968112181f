package dev.switchboard.cli.device;

/** What a person did at the prompt. */
sealed interface Typed {
    record Line(String text) implements Typed {}

    /** Nobody did anything: there is something to be looked at. {@code line} is what was being typed. */
    record Woken(String line) implements Typed {}

    /** Ctrl-C, or another thread that wants the line to end. */
    record Interrupted(boolean lineWasEmpty) implements Typed {}

    /** Ctrl-D, or a terminal that is gone. */
    record Ended() implements Typed {}
}
