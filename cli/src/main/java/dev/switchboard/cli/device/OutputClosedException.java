package dev.switchboard.cli.device;

/** Nobody reads what is printed any more. Thrown by a listener, so that the answer is not taken for shown. */
final class OutputClosedException extends RuntimeException {
    static final String SENTENCE = "the output was closed";

    OutputClosedException() {
        super(SENTENCE);
    }
}
