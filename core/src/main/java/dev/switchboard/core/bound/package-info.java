/**
 * What the whole process may hold in memory of one kind, beside the limit of each connection or call.
 *
 * <p>Start at {@link dev.switchboard.core.bound.Total}.
 */
@NullMarked
package dev.switchboard.core.bound;

import org.jspecify.annotations.NullMarked;
