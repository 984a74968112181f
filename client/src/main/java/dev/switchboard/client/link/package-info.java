/**
 * What the clients of this module stand on: one socket at a time, the one thread that owns it, and the pauses between two
 * tries. Not for who embeds a client; start at {@link dev.switchboard.client.DeviceClient} or
 * {@link dev.switchboard.client.board.BoardClient}.
 */
@NullMarked
package dev.switchboard.client.link;

import org.jspecify.annotations.NullMarked;
