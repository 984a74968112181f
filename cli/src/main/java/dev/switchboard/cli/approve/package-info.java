/**
 * {@code switchboard approve}: what agents want to do and somebody has to allow, in a shell.
 *
 * <p>Start at {@link dev.switchboard.cli.approve.ApproveProcess}. It speaks HTTP to a running gateway and knows nothing
 * of how one is made, so that it is there at once.
 */
@NullMarked
package dev.switchboard.cli.approve;

import org.jspecify.annotations.NullMarked;
