/**
 * The device's side of the terminal channel, for programs that talk to a gateway: it never loses a word.
 *
 * <p>Start at {@link dev.switchboard.client.DeviceClient}, which owns the thread and the socket. What to say when is
 * decided by {@link dev.switchboard.client.DeviceProtocol}, which knows neither; what was said and not yet answered is
 * kept by an {@link dev.switchboard.client.Outbox}.
 */
@NullMarked
package dev.switchboard.client;

import org.jspecify.annotations.NullMarked;
