/**
 * The life of a run, from the message to its final event, and the seam to what happens inside it.
 *
 * <p>Start at {@link dev.switchboard.core.run.AgentService}; a new kind of agent starts at
 * {@link dev.switchboard.core.run.RunBody}.
 */
@NullMarked
package dev.switchboard.core.run;

import org.jspecify.annotations.NullMarked;
