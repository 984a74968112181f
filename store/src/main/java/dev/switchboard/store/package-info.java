/**
 * Everything durable, in one SQLite file: inbox, ledger, channel events and tokens.
 *
 * <p>Start at {@link dev.switchboard.store.Store}, then {@link dev.switchboard.store.Writer}, the one thread that
 * writes, and the schema in {@code schema/0001.sql}. The SQL is plain; what only SQLite knows is in
 * {@link dev.switchboard.store.Sqlite}.
 */
@NullMarked
package dev.switchboard.store;

import org.jspecify.annotations.NullMarked;
