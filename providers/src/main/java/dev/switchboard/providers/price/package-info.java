/**
 * What models cost, as far as it is known: a data file with the day it was noted, and who looks things up in it.
 *
 * <p>Start at {@link dev.switchboard.providers.price.Prices}.
 */
@NullMarked
package dev.switchboard.providers.price;

import org.jspecify.annotations.NullMarked;
