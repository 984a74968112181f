/**
 * What an agent can do beside talking: the port that tools implement, and what one is given and gives back.
 *
 * <p>Start at {@link dev.switchboard.core.tool.Tool}. Tools themselves live in the modules {@code tools} and
 * {@code providers}; who may run one is decided by {@code core.approval}, never by the tool.
 */
@NullMarked
package dev.switchboard.core.tool;

import org.jspecify.annotations.NullMarked;
