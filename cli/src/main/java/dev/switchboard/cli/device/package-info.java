/**
 * The device that a person has at once: {@code switchboard connect}, a prompt on a terminal and a filter on a pipe.
 *
 * <p>Start at {@link dev.switchboard.cli.device.DeviceProcess}. What it is asked for is {@code DeviceOptions}, what that
 * comes to {@code DeviceSetup}; {@code Pipe} and {@code Prompt} are the two ways to talk. The protocol is the library's,
 * {@link dev.switchboard.client.DeviceClient}; nothing here knows the gateway.
 */
@NullMarked
package dev.switchboard.cli.device;

import org.jspecify.annotations.NullMarked;
