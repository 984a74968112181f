package dev.switchboard.store;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Brings a database to this program's schema: {@code schema/0001.sql}, {@code 0002.sql} and so on, each in a
 * transaction of its own with the number it leads to. A released file is never changed again.
 */
final class Migrations {
    private final List<String> scripts;

    Migrations() {
        this(load());
    }

    Migrations(List<String> scripts) {
        this.scripts = List.copyOf(scripts);
    }

    int newest() {
        return scripts.size();
    }

    /** Expects a connection that is not in auto-commit mode. */
    void apply(Connection connection) throws SQLException {
        int version = Sqlite.version(connection);
        if (version > newest()) {
            throw new SwitchboardException(
                    ErrorCode.INVALID,
                    ("The database is of schema %d, made by a newer Switchboard; this one knows schemas up to %d."
                                    + " Start the newer version, or choose another data folder.")
                            .formatted(version, newest()));
        }
        for (int next = version + 1; next <= newest(); next++) {
            apply(connection, next);
        }
        // Ends the read transaction that asking for the version began.
        connection.rollback();
    }

    private void apply(Connection connection, int next) throws SQLException {
        try (var statement = connection.createStatement()) {
            for (var sql : statements(scripts.get(next - 1))) {
                statement.execute(sql);
            }
            Sqlite.setVersion(connection, next);
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        }
    }

    /** Scripts hold no semicolon but at the end of a statement. */
    private static List<String> statements(String script) {
        var statements = new ArrayList<String>();
        for (var part : script.replaceAll("(?m)--.*$", "").split(";", -1)) {
            if (!part.isBlank()) {
                statements.add(part.strip());
            }
        }
        return statements;
    }

    private static List<String> load() {
        var scripts = new ArrayList<String>();
        while (true) {
            var name = "schema/%04d.sql".formatted(scripts.size() + 1);
            try (var resource = Migrations.class.getResourceAsStream(name)) {
                if (resource == null) {
                    return scripts;
                }
                scripts.add(new String(resource.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new SwitchboardException(ErrorCode.INTERNAL, "cannot read the schema " + name, e);
            }
        }
    }
}
