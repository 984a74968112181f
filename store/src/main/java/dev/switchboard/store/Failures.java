package dev.switchboard.store;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import java.io.IOException;
import java.sql.SQLException;

/** Turns what a driver throws into what a caller understands. */
final class Failures {
    private Failures() {}

    static SwitchboardException closed() {
        return new SwitchboardException(ErrorCode.STORE_UNAVAILABLE, "the store is closed");
    }

    static SwitchboardException cannotOpen(SQLException e) {
        return new SwitchboardException(ErrorCode.STORE_UNAVAILABLE, Sqlite.why(e), e);
    }

    static SwitchboardException cannotRemove(IOException e) {
        return new SwitchboardException(
                ErrorCode.STORE_UNAVAILABLE, "a kept result could not be removed: " + e.getMessage(), e);
    }

    /** Of an exception: what an {@link Error} means is for its thread to decide. */
    static RuntimeException of(Exception e) {
        return switch (e) {
            case SQLException sql
            when Sqlite.isUnavailable(sql) ->
                new SwitchboardException(ErrorCode.STORE_UNAVAILABLE, Sqlite.why(sql), sql);
            case SQLException sql ->
                new SwitchboardException(ErrorCode.INTERNAL, "the database refused: " + sql.getMessage(), sql);
            case RuntimeException runtime -> runtime;
            default -> new SwitchboardException(ErrorCode.INTERNAL, "the store failed: " + e, e);
        };
    }

    static boolean isUnavailable(Throwable e) {
        return e instanceof SwitchboardException failure && failure.code() == ErrorCode.STORE_UNAVAILABLE;
    }
}
