/**
 * Who may do what: every call of every agent passes here, whatever dialect its run came through.
 *
 * <p>Start at {@link dev.switchboard.core.approval.Approvals}.
 */
@NullMarked
package dev.switchboard.core.approval;

import org.jspecify.annotations.NullMarked;
