package dev.switchboard.client.link;

/** One socket to a gateway, for as long as it lasts. */
public interface Link {
    /** What the socket tells; from any thread. After {@code closed} or {@code notOpened} it tells nothing more. */
    interface Events {
        void opened();

        void text(String frame);

        /** A frame without text, such as a pong: a sign of life. */
        void stirred();

        void closed(int code, String reason);

        /** @param status the HTTP status, 0 if there was none */
        void notOpened(int status, String sentence);
    }

    /** The last text was dealt with; no other comes before this is called. */
    void more();

    /** Never blocks for long and never throws; what cannot be sent ends in {@link Events#closed}. */
    void send(String frame);

    /** Ends it at once; it tells nothing more. */
    void drop();

    /** Says goodbye if it can, then ends it. */
    void leave();

    /** Opens links; telling begins when {@code open} has returned or before. */
    interface Opener {
        Link open(Events events);
    }
}
