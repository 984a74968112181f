package dev.switchboard.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Moments as the database keeps them: nanoseconds since 1970, which lasts until 2262. */
final class Times {
    private static final long NANOS = 1_000_000_000L;

    private Times() {}

    /** A moment out of reach is the last or the first one in reach. */
    static long nanos(Instant at) {
        try {
            return Math.addExact(Math.multiplyExact(at.getEpochSecond(), NANOS), at.getNano());
        } catch (ArithmeticException e) {
            return at.getEpochSecond() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    static @Nullable Long nanosOrNull(@Nullable Instant at) {
        return at == null ? null : nanos(at);
    }

    static Instant instant(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS), Math.floorMod(nanos, NANOS));
    }

    static @Nullable Instant instantOrNull(ResultSet row, int column) throws SQLException {
        long nanos = row.getLong(column);
        return row.wasNull() ? null : instant(nanos);
    }
}
