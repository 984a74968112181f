/**
 * The record of every session: numbered events, committed before anyone sees them, and the feed that replays them.
 *
 * <p>Start at {@link dev.switchboard.core.ledger.RunEvent}, then {@link dev.switchboard.core.ledger.Ledger} and
 * {@link dev.switchboard.core.ledger.Feed}.
 */
@NullMarked
package dev.switchboard.core.ledger;

import org.jspecify.annotations.NullMarked;
