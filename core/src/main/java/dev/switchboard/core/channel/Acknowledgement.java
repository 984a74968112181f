package dev.switchboard.core.channel;

import dev.switchboard.core.message.InboundMessage;

/** What an adapter tells the peer that sent a message. */
public sealed interface Acknowledgement {

    /** Not a message: a sentence that says what is missing or too long. Nothing was recorded. */
    record Invalid(String why) implements Acknowledgement {}

    /** A message, and what became of it. */
    record Judged(InboundMessage message, Admission admission) implements Acknowledgement {}
}
