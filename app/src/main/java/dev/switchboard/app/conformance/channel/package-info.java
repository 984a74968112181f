/**
 * Grades a server that claims to speak the terminal channel, by talking to it as several devices would.
 *
 * <p>Start at {@link dev.switchboard.app.conformance.channel.ChannelGrader}.
 */
@NullMarked
package dev.switchboard.app.conformance.channel;

import org.jspecify.annotations.NullMarked;
