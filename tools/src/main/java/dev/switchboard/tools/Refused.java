package dev.switchboard.tools;

/** A call that cannot be done as asked; the message says so to the model. Caught where the call began. */
public class Refused extends Exception {
    /** @param why says what is wrong and what to do instead */
    public Refused(String why) {
        // An answer, not a fault: nobody will look at where it came from.
        super(why, null, false, false);
    }

    /** What to tell the model. */
    public String why() {
        return String.valueOf(getMessage());
    }
}
