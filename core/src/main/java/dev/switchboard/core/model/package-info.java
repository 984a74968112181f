/**
 * The port to language models, and the offline agent that stands in when there is none.
 *
 * <p>Start at {@link dev.switchboard.core.model.Model}.
 */
@NullMarked
package dev.switchboard.core.model;

import org.jspecify.annotations.NullMarked;
