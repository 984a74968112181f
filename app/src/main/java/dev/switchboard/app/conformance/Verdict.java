package dev.switchboard.app.conformance;

/** What became of one requirement. */
public enum Verdict {
    PASS("pass"),
    FAIL("FAIL"),
    /** The run gave no occasion to see it, which is nobody's failure. */
    NOT_SEEN("not seen"),
    /** Only a person in front of the device can tell. */
    LOOK("look");

    private final String word;

    Verdict(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
