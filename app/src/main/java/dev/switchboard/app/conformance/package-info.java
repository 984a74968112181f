/**
 * The conformance kit: grades a device or a server that claims to speak the terminal channel, and shows the frames.
 *
 * <p>Start at {@link dev.switchboard.app.conformance.device.DeviceGrader}, a scripted gateway for devices, and
 * {@link dev.switchboard.app.conformance.channel.ChannelGrader}, a scripted device for servers. Both fill a
 * {@link dev.switchboard.app.conformance.Card} and return it as a {@link dev.switchboard.app.conformance.Report}.
 */
@NullMarked
package dev.switchboard.app.conformance;

import org.jspecify.annotations.NullMarked;
