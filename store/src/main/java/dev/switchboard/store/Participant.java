package dev.switchboard.store;

import java.sql.SQLException;

/** Something beside the database that goes along with the writer's transactions. Thread: the writer's. */
interface Participant {
    /** The last moment to add rows to this transaction. */
    default void beforeCommit(Statements sql) throws SQLException {}

    default void committed() {}

    /** The next transaction may be the last. Thread: any. */
    default void closing() {}

    /** What {@link #beforeCommit} adds cannot be written, even alone: drop it. */
    default void giveUp() {}

    /** Forget what was done since the last commit. */
    default void rolledBack() {}
}
