package dev.switchboard.core.channel;

import dev.switchboard.core.message.InboundMessage;

/**
 * What an adapter tells the peer that sent a message. Closed when that has gone into the peer's outbox: only then is the
 * session woken, so that an ack always goes before its reply.
 */
public sealed interface Acknowledgement extends AutoCloseable {

    @Override
    void close();

    /** Not a message: a sentence that says what is missing or too long. Nothing was recorded. */
    record Invalid(String why) implements Acknowledgement {
        @Override
        public void close() {
            // Nobody waits for it.
        }
    }

    /**
     * A message, and what became of it.
     *
     * @param goneOut does what waits for the acknowledgement to go out
     */
    record Judged(InboundMessage message, Admission admission, Runnable goneOut) implements Acknowledgement {
        @Override
        public void close() {
            goneOut.run();
        }
    }
}
