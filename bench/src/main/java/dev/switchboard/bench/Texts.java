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

    /** What a model writes about its work, over and over. */
    private static final String DOCUMENT = """
        ## What I found

        The build fails since **two tests** wait for a port that nobody opens, see `server/Listener.java`. I looked at the \
        last three changes, and the second one moved the start of the listener behind the first request.

        1. Start the listener before the routes are made.
        2. Let the test wait for what it is told, not for a time.
        3. Say in the log which port it was.

        ```java
        try (var listener = Listener.open(0)) {
            routes.forEach(listener::add); // as before
            log.info("listening on {}", listener.port());
        }
        ```

        | file | lines |
        |---|---|
        | Listener.java | 12 |
        | ListenerTest.java | 31 |

        All of it is in one commit, and nothing else was touched.

        """;

    /** As much as models write at once: a word, or a part of one. */
    private static final int PIECE = 5;

    private Texts() {}

    /** A piece of a long answer. */
    static String piece(int number) {
        var piece = new StringBuilder();
        for (int at = number * PIECE; at < (number + 1) * PIECE; at++) {
            piece.append(DOCUMENT.charAt(at % DOCUMENT.length()));
        }
        return piece.toString();
    }
}
