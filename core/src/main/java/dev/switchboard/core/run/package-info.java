/**
 * An agent execution from the message to its final event.
 *
 * <p>Start at {@link dev.switchboard.core.run.AgentService}.
 */
@NullMarked
package dev.switchboard.core.run;

import org.jspecify.annotations.NullMarked;
