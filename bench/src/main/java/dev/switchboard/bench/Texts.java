package dev.switchboard.bench;

/** What devices say, and what is stored for it where no gateway is asked. */
final class Texts {
    static final String MESSAGE = "What is on my list for today, and is there anything from the workshop?";

    /** As long as what the offline agent answers to {@link #MESSAGE}. */
    static final String ANSWER = """
        I heard you: "%s"
        No language model is connected, so that is all I can do with it; I do remember it (ask "what did I say").
        Say "help" to see how to connect a model.\
        """.formatted(MESSAGE);

    private Texts() {}
}
