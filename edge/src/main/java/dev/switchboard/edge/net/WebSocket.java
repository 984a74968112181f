package dev.switchboard.edge.net;

/** An open WebSocket. Thread: any. Sending never blocks: what does not fit the outbox closes the socket with 1013. */
public interface WebSocket {

    /** Told exactly once what became of a frame. Thread: the event loop; be quick. */
    interface Receipt {
        Receipt NONE = written -> {};

        void settled(boolean written);
    }

    default void send(String text) {
        send(text, Receipt.NONE);
    }

    /** Frames leave in the order of these calls. {@code written} means the kernel has taken all of it. */
    void send(String text, Receipt receipt);

    /** Sends what is waiting, then the close frame; cuts after five seconds. Later sends are settled as not written. */
    void close(int code, String reason);

    /** Closes with 1013 one that does not read what it asked for; counted with those whose outbox was full. */
    void overrun(String reason);

    /** Ends the connection without a word, as a pulled cable does. */
    void cut();

    /** The peer has said who it is: larger frames are allowed and the greeting deadline is over. */
    void authenticated();

    /** Likewise, and what it holds in memory is this user's from now on, with all else that is; an address's before. */
    default void authenticatedAs(String user) {
        authenticated();
    }

    Peer peer();
}
