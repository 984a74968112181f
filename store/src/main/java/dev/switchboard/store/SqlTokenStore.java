package dev.switchboard.store;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.AccessToken;
import dev.switchboard.core.identity.Proof;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.identity.Sha256;
import dev.switchboard.core.identity.TokenStore;
import java.security.SecureRandom;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Access tokens. Nobody grants more than they have, nor for longer: both are decided here, from the granter's row. */
final class SqlTokenStore implements TokenStore {
    private static final String PREFIX = "swb_";
    private static final int SECRET_BYTES = 32;
    private static final String OPERATOR = "operator";

    private static final String COLUMNS = "SELECT id, name, scopes, created_at, expires_at, revoked_at FROM token";
    static final String BY_ID = COLUMNS + " WHERE id = ?";
    static final String BY_HASH = COLUMNS + " WHERE hash = ?";
    private static final String SEALED =
            COLUMNS.replace(" FROM", ", sealed FROM") + " ORDER BY created_at DESC LIMIT 500";
    private static final String LIST = COLUMNS + " ORDER BY revoked_at IS NOT NULL, created_at DESC, id LIMIT 500";
    private static final String INSERT = """
        INSERT INTO token (id, name, hash, sealed, scopes, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)\
        """;
    static final String REVOKE_OPERATORS = "UPDATE token SET revoked_at = ? WHERE operator = 1 AND revoked_at IS NULL";
    private static final String MARK_OPERATOR = "UPDATE token SET operator = 1 WHERE id = ?";
    private static final String REVOKE = """
        UPDATE token SET revoked_at = ?
        WHERE id = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)\
        """;

    private final Writer writer;
    private final Readers readers;
    private final SecretSeal seal;
    private final Supplier<String> ids;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    SqlTokenStore(Writer writer, Readers readers, SecretSeal seal, Supplier<String> ids, Clock clock) {
        this.writer = writer;
        this.readers = readers;
        this.seal = seal;
        this.ids = ids;
        this.clock = clock;
    }

    @Override
    public Minted mint(AccessToken granter, String name, Set<Scope> asked, @Nullable Instant expiresAt) {
        var bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        var secret = PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        var id = ids.get();
        var token = writer.call(sql -> {
            var now = clock.instant();
            var maker = sql.first(BY_ID, SqlTokenStore::read, granter.id())
                    .filter(found -> found.isLiveAt(now))
                    .orElseThrow(() -> new SwitchboardException(
                            ErrorCode.INVALID, "token %s is not valid and cannot grant".formatted(granter.id())));
            var granted = EnumSet.noneOf(Scope.class);
            granted.addAll(asked);
            granted.retainAll(maker.scopes());
            if (granted.isEmpty()) {
                throw new SwitchboardException(
                        ErrorCode.INVALID, "token %s has none of the scopes asked for".formatted(maker.id()));
            }
            var end = earlier(expiresAt, maker.expiresAt());
            return insert(sql, new AccessToken(id, name, granted, now, end, null), secret);
        });
        return new Minted(token, secret);
    }

    private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.isBefore(other) ? one : other;
    }

    @Override
    public AccessToken keepOperator(String secret) {
        var id = ids.get();
        return writer.call(sql -> {
            var known = sql.first(BY_HASH, SqlTokenStore::read, (Object) Sha256.of(secret));
            if (known.isPresent()) {
                return known.get();
            }
            var now = clock.instant();
            // Whoever replaces the operator's token does it because the old one is known to somebody.
            sql.update(REVOKE_OPERATORS, Times.nanos(now));
            var token = insert(sql, new AccessToken(id, OPERATOR, Scope.all(), now, null, null), secret);
            sql.update(MARK_OPERATOR, id);
            return token;
        });
    }

    private AccessToken insert(Statements sql, AccessToken token, String secret) throws SQLException {
        sql.update(
                INSERT,
                token.id(),
                token.name(),
                Sha256.of(secret),
                seal.seal(token.id(), secret),
                token.scopes().stream().sorted().map(Scope::wireName).collect(Collectors.joining(" ")),
                Times.nanos(token.createdAt()),
                Times.nanosOrNull(token.expiresAt()));
        return token;
    }

    @Override
    public Optional<AccessToken> find(String secret) {
        var hash = Sha256.of(secret);
        return readers.call(sql -> sql.first(BY_HASH, SqlTokenStore::read, (Object) hash));
    }

    @Override
    public Optional<AccessToken> proven(@Nullable String id, String said, String proof) {
        var now = clock.instant();
        var candidates = readers.call(sql -> sql.list(SEALED, row -> new Sealed(read(row), row.getBytes(7))));
        return candidates.stream()
                .filter(candidate -> id == null
                        ? candidate.token().isLiveAt(now)
                        : candidate.token().id().equals(id))
                .filter(candidate ->
                        Proof.isRight(seal.unseal(candidate.token().id(), candidate.secret()), said, proof))
                .map(Sealed::token)
                .findFirst();
    }

    private record Sealed(AccessToken token, byte[] secret) {}

    @Override
    public Optional<AccessToken> byId(String id) {
        return readers.call(sql -> sql.first(BY_ID, SqlTokenStore::read, id));
    }

    @Override
    public List<AccessToken> list() {
        return readers.call(sql -> sql.list(LIST, SqlTokenStore::read));
    }

    @Override
    public boolean revoke(String id) {
        var now = Times.nanos(clock.instant());
        return writer.call(sql -> sql.update(REVOKE, now, id, now)) == 1;
    }

    private static AccessToken read(ResultSet row) throws SQLException {
        var scopes = EnumSet.noneOf(Scope.class);
        for (var name : row.getString(3).split(" ", -1)) {
            // A scope this version does not know grants nothing.
            Scope.named(name).ifPresent(scopes::add);
        }
        return new AccessToken(
                row.getString(1),
                row.getString(2),
                scopes,
                Times.instant(row.getLong(4)),
                Times.instantOrNull(row, 5),
                Times.instantOrNull(row, 6));
    }
}
