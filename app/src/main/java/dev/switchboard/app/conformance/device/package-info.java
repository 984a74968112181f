/**
 * Grades a device by playing a gateway to it, one that is now and then slow, busy, cut off or newer than the device.
 *
 * <p>Start at {@link dev.switchboard.app.conformance.device.DeviceGrader}, then read
 * {@link dev.switchboard.app.conformance.device.DeviceScript}, the play itself. Everything that a device does arrives as
 * an {@link dev.switchboard.app.conformance.device.Event} on one queue; one thread reads it and owns all the rest.
 */
@NullMarked
package dev.switchboard.app.conformance.device;

import org.jspecify.annotations.NullMarked;
