package dev.switchboard.core.session;

import dev.switchboard.core.channel.Inbox;

/** Runs one message to its final event. A failed run is a final event too, not an exception. */
public interface MessageRunner {
    /**
     * @param place what the run holds among the runs at once
     * @throws InterruptedException if the gateway stops; the message then has no final event yet
     */
    void handleInboundMessage(Inbox.Waiting message, RunPlace place) throws InterruptedException;
}
