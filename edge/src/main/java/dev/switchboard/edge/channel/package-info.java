/**
 * The way to a channel over HTTP: who may pass its door, the routes that lead to it, and what it shows of itself.
 *
 * <p>Start at {@link dev.switchboard.edge.channel.ChannelRoutes}.
 */
@NullMarked
package dev.switchboard.edge.channel;

import org.jspecify.annotations.NullMarked;
