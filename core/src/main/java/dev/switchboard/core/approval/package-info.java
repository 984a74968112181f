/**
 * Who decides whether a tool may run.
 *
 * <p>Start at {@link dev.switchboard.core.approval.ApprovalMode}.
 */
@NullMarked
package dev.switchboard.core.approval;

import org.jspecify.annotations.NullMarked;
