package dev.switchboard.store;

import dev.switchboard.core.identity.AccessToken;
import dev.switchboard.core.identity.Browser;
import dev.switchboard.core.identity.BrowserStore;
import dev.switchboard.core.identity.Sha256;
import java.security.SecureRandom;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Signed-in browsers. Tokens take theirs along: {@link SqlTokenStore} ends and moves them with its own changes. */
final class SqlBrowserStore implements BrowserStore {
    private static final int COOKIE_BYTES = 32;

    private static final String COLUMNS = "SELECT id, token, name, created_at, seen_at, address FROM browser";
    static final String BY_ID = COLUMNS + " WHERE id = ? AND seen_at > ?";
    static final String BY_HASH = COLUMNS + " WHERE hash = ? AND seen_at > ?";
    static final String LIST = COLUMNS + " WHERE seen_at > ? ORDER BY seen_at DESC, id LIMIT 1000";
    private static final String INSERT = """
        INSERT INTO browser (id, hash, token, name, address, created_at, seen_at) VALUES (?, ?, ?, ?, ?, ?, ?)\
        """;
    static final String FORGET_IDLE = "DELETE FROM browser WHERE seen_at <= ?";
    private static final String MAKE_ROOM = """
        DELETE FROM browser WHERE id IN
            (SELECT id FROM browser WHERE token = ? ORDER BY seen_at DESC, id DESC LIMIT -1 OFFSET ?)\
        """;
    static final String RENAME = "UPDATE browser SET name = ? WHERE id = ?";
    static final String END = "DELETE FROM browser WHERE id = ?";
    static final String SEEN = """
        UPDATE browser SET seen_at = max(seen_at, ?), address = coalesce(?, address) WHERE id = ?\
        """;
    static final String END_WITH_TOKEN = "DELETE FROM browser WHERE token = ?";
    static final String MOVE_OVER = "UPDATE browser SET token = ? WHERE token = ?";

    private final Writer writer;
    private final Readers readers;
    private final SessionValues values;
    private final Supplier<String> ids;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    SqlBrowserStore(Writer writer, Readers readers, SessionValues values, Supplier<String> ids, Clock clock) {
        this.writer = writer;
        this.readers = readers;
        this.values = values;
        this.ids = ids;
        this.clock = clock;
    }

    @Override
    public Opened open(AccessToken token, String name, String address, @Nullable String former) {
        var bytes = new byte[COOKIE_BYTES];
        random.nextBytes(bytes);
        var cookie = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        var now = clock.instant();
        var browser = new Browser(ids.get(), token.id(), name, now, now, address);
        writer.call(sql -> {
            sql.update(FORGET_IDLE, idleSince());
            if (former != null) {
                sql.update(END, former);
            }
            // Of this token alone: whoever signs in often must not sign others out.
            sql.update(MAKE_ROOM, token.id(), MAX_BROWSERS - 1);
            long at = Times.nanos(now);
            return sql.update(INSERT, browser.id(), Sha256.of(cookie), token.id(), name, address, at, at);
        });
        return new Opened(browser, cookie, values.of(cookie));
    }

    @Override
    public Optional<Browser> find(String cookie) {
        var hash = Sha256.of(cookie);
        return readers.call(sql -> sql.first(BY_HASH, SqlBrowserStore::read, hash, idleSince()));
    }

    @Override
    public boolean isValue(String cookie, String value) {
        return values.isRight(cookie, value);
    }

    @Override
    public Optional<Browser> byId(String id) {
        return readers.call(sql -> sql.first(BY_ID, SqlBrowserStore::read, id, idleSince()));
    }

    @Override
    public List<Browser> list() {
        return readers.call(sql -> sql.list(LIST, SqlBrowserStore::read, idleSince()));
    }

    @Override
    public Optional<Browser> rename(String id, String name) {
        return writer.call(sql -> {
            sql.update(RENAME, name, id);
            return sql.first(BY_ID, SqlBrowserStore::read, id, idleSince());
        });
    }

    @Override
    public boolean end(String id) {
        return writer.call(sql -> sql.update(END, id)) == 1;
    }

    @Override
    public void seen(Map<String, Sighting> browsers) {
        writer.call(sql -> {
            for (var entry : browsers.entrySet()) {
                var sighting = entry.getValue();
                sql.update(SEEN, Times.nanos(sighting.at()), sighting.address(), entry.getKey());
            }
            return browsers.size();
        });
    }

    private long idleSince() {
        return Times.nanos(clock.instant().minus(IDLE));
    }

    private static Browser read(ResultSet row) throws SQLException {
        return new Browser(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                Times.instant(row.getLong(4)),
                Times.instant(row.getLong(5)),
                row.getString(6));
    }
}
