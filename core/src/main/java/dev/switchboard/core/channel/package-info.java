/**
 * Channels and their runtime: admission of messages, delivery of answers, and the log of what a channel did.
 *
 * <p>Start at {@link dev.switchboard.core.channel.ChannelRuntime#acceptInbound}, the only way in.
 */
@NullMarked
package dev.switchboard.core.channel;

import org.jspecify.annotations.NullMarked;
