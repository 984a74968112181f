package dev.switchboard.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MigrationsTest {
    private static final String FIRST =
            "-- the first of all\nCREATE TABLE a (id INTEGER);\nINSERT INTO a VALUES (1);\n";
    private static final String SECOND = "ALTER TABLE a ADD COLUMN name TEXT;\nUPDATE a SET name = 'one';\n";

    private Path file;
    private Connection connection;

    @BeforeEach
    void open(@TempDir Path folder) throws SQLException {
        file = folder.resolve("switchboard.db");
        connection = new Sqlite(file).openWriter();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @Test
    void aNewDatabaseGetsEveryScriptInOrder() throws SQLException {
        new Migrations(List.of(FIRST, SECOND)).apply(connection);

        assertThat(Sqlite.version(connection)).isEqualTo(2);
        assertThat(names()).containsExactly("one");
    }

    @Test
    void anOlderDatabaseGetsOnlyWhatItLacks() throws SQLException {
        new Migrations(List.of(FIRST)).apply(connection);
        new Migrations(List.of(FIRST, SECOND)).apply(connection);
        new Migrations(List.of(FIRST, SECOND)).apply(connection);

        assertThat(names()).containsExactly("one");
    }

    @Test
    void aScriptThatFailsChangesNothing() throws SQLException {
        var broken = new Migrations(List.of(FIRST, "INSERT INTO a VALUES (2);\nINSERT INTO nowhere VALUES (1);\n"));

        assertThatThrownBy(() -> broken.apply(connection)).isInstanceOf(SQLException.class);

        assertThat(Sqlite.version(connection)).isEqualTo(1);
        new Migrations(List.of(FIRST, SECOND)).apply(connection);
        assertThat(names()).containsExactly("one");
    }

    @Test
    void aDatabaseOfANewerVersionIsRefusedInWords() throws SQLException {
        Sqlite.setVersion(connection, 99);
        connection.commit();

        assertThatThrownBy(() -> Store.open(file, file.resolveSibling("token.key"), Clock.systemUTC()))
                .isInstanceOfSatisfying(SwitchboardException.class, refused -> {
                    assertThat(refused.code()).isEqualTo(ErrorCode.INVALID);
                    assertThat(refused)
                            .hasMessage("The database is of schema 99, made by a newer Switchboard; this one knows"
                                    + " schemas up to 4. Start the newer version, or choose another data folder.");
                });
        assertThat(Sqlite.version(connection)).isEqualTo(99);
    }

    @Test
    void theProgramBringsItsOwnScripts() throws SQLException {
        var own = new Migrations();
        own.apply(connection);

        assertThat(own.newest()).isPositive();
        assertThat(Sqlite.version(connection)).isEqualTo(own.newest());
    }

    private List<String> names() throws SQLException {
        return new Statements(connection).list("SELECT name FROM a", row -> row.getString(1));
    }
}
