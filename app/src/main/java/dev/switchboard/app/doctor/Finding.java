package dev.switchboard.app.doctor;

/** How one thing was found to be. */
public sealed interface Finding {

    record Fine(String what) implements Finding {}

    /** @param fix what to do about it, as something a person can do now */
    record Wrong(String what, String fix) implements Finding {}

    /** It could not be looked at, which is nobody's failure. */
    record Skipped(String why) implements Finding {}
}
