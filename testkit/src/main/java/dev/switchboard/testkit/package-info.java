/**
 * Fakes, drivers and the contracts that every implementation of a port passes.
 *
 * <p>A contract is an abstract test class: {@link dev.switchboard.testkit.InboxContract} and its neighbours are
 * extended once for each implementation.
 */
@NullMarked
package dev.switchboard.testkit;

import org.jspecify.annotations.NullMarked;
