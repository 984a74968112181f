/**
 * {@code switchboard pair}: a link that signs one browser in.
 *
 * <p>Start at {@link dev.switchboard.app.pair.PairProcess}.
 */
@NullMarked
package dev.switchboard.app.pair;

import org.jspecify.annotations.NullMarked;
