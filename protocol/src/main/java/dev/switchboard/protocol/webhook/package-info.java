/**
 * The webhook channel on the wire: one JSON message in, its reply out, for programs that hold no connection.
 *
 * <p>Described in {@code docs/protocols/webhook.md}.
 */
@NullMarked
package dev.switchboard.protocol.webhook;

import org.jspecify.annotations.NullMarked;
