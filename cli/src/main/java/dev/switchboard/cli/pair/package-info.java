/**
 * {@code switchboard pair}: a link that signs one browser in.
 *
 * <p>Start at {@link dev.switchboard.cli.pair.PairProcess}.
 */
@NullMarked
package dev.switchboard.cli.pair;

import org.jspecify.annotations.NullMarked;
