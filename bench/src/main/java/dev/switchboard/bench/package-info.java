/**
 * Measures the gateway from outside, next to what its parts do alone: a bare echo of the same server library, and the
 * store driven directly. Everything is measured in one run on one machine, because only the ratios mean something.
 *
 * <p>Start at {@link dev.switchboard.bench.Bench}, which has a method for each part of the performance table.
 */
@NullMarked
package dev.switchboard.bench;

import org.jspecify.annotations.NullMarked;
