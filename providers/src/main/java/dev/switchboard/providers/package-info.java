/**
 * Language models of the vendors, behind core's port.
 *
 * <p>Start at {@link dev.switchboard.providers.Models}, which opens a model from its settings;
 * {@link dev.switchboard.providers.ModelChoice} finds one when nothing is configured and
 * {@link dev.switchboard.providers.ModelCheck} tells whether it can be reached. Nothing here mentions the client
 * library: that is all in {@code vendor}, loaded when the first model is opened.
 */
@NullMarked
package dev.switchboard.providers;

import org.jspecify.annotations.NullMarked;
