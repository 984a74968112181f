package dev.switchboard.store;

import dev.switchboard.core.money.SpendingStore;

/** What agents have spent: one row an agent and period. */
final class SqlSpending implements SpendingStore {
    // The limit is checked by the same statement that adds, so two runs cannot spend the same dollar.
    private static final String RESERVE = """
        INSERT INTO spending (agent, period, micros) SELECT ?, ?, ? WHERE ? <= ?
        ON CONFLICT (agent, period) DO UPDATE SET micros = micros + excluded.micros
        WHERE micros + excluded.micros <= ?\
        """;
    private static final String SETTLE =
            "UPDATE spending SET micros = max(0, micros + ?) WHERE agent = ? AND period = ?";
    static final String SPENT = "SELECT micros FROM spending WHERE agent = ? AND period = ?";

    private final Writer writer;
    private final Readers readers;

    SqlSpending(Writer writer, Readers readers) {
        this.writer = writer;
        this.readers = readers;
    }

    @Override
    public boolean reserve(String agent, String period, long micros, long limit) {
        return writer.call(sql -> sql.update(RESERVE, agent, period, micros, micros, limit, limit)) == 1;
    }

    @Override
    public void settle(String agent, String period, long difference) {
        // Until it is on disk the reservation counts, which errs on the safe side.
        writer.submitWithoutHurry(sql -> sql.update(SETTLE, difference, agent, period));
    }

    @Override
    public long spent(String agent, String period) {
        return readers.call(
                sql -> sql.first(SPENT, row -> row.getLong(1), agent, period).orElse(0L));
    }
}
