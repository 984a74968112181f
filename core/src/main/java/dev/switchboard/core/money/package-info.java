/**
 * What agents may spend and what they have: limits of a run, budgets of a period, prices.
 *
 * <p>Start at {@link dev.switchboard.core.money.Spending}.
 */
@NullMarked
package dev.switchboard.core.money;

import org.jspecify.annotations.NullMarked;
