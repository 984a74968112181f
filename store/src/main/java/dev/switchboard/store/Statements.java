package dev.switchboard.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A connection and the statements prepared on it, each once. The keys are constants, so their number is bounded.
 *
 * <p>Thread: the one that owns the connection.
 */
final class Statements implements AutoCloseable {

    interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();
    private long changes;

    Statements(Connection connection) {
        this.connection = connection;
    }

    Connection connection() {
        return connection;
    }

    /** Rows changed by this connection so far. */
    long changes() {
        return changes;
    }

    int update(String sql, @Nullable Object... values) throws SQLException {
        int rows = bind(sql, values).executeUpdate();
        changes += rows;
        return rows;
    }

    <T> Optional<T> first(String sql, RowReader<T> reader, @Nullable Object... values) throws SQLException {
        try (var rows = bind(sql, values).executeQuery()) {
            return rows.next() ? Optional.of(reader.read(rows)) : Optional.empty();
        }
    }

    <T> List<T> list(String sql, RowReader<T> reader, @Nullable Object... values) throws SQLException {
        var list = new ArrayList<T>();
        try (var rows = bind(sql, values).executeQuery()) {
            while (rows.next()) {
                list.add(reader.read(rows));
            }
        }
        return list;
    }

    /** For those who stop in the middle. Close the rows: an open cursor holds its snapshot of the database. */
    ResultSet query(String sql, @Nullable Object... values) throws SQLException {
        return bind(sql, values).executeQuery();
    }

    private PreparedStatement bind(String sql, @Nullable Object... values) throws SQLException {
        var statement = prepared.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            prepared.put(sql, statement);
        }
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }

    /** Closing the connection closes what was prepared on it. */
    @Override
    public void close() throws SQLException {
        prepared.clear();
        connection.close();
    }
}
