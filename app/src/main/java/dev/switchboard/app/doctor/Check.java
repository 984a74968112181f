package dev.switchboard.app.doctor;

/**
 * Looks at one thing that a gateway needs.
 *
 * @param subject a word or two for the left column
 */
public record Check(String subject, Look look) {

    /** An exception counts as wrong; it need not be caught. */
    @FunctionalInterface
    public interface Look {
        Finding find() throws Exception;
    }
}
