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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Access tokens. Nobody grants more than they have, nor for longer: both are decided here, from the granter's row. */
final class SqlTokenStore implements TokenStore {
    private static final Logger log = LoggerFactory.getLogger(SqlTokenStore.class);
    private static final String PREFIX = "swb_";
    private static final int SECRET_BYTES = 32;
    private static final String OPERATOR = "operator";

    /** Tokens looked at in one go when a proof does not say whose it is. */
    private static final int PAGE = 500;

    private static final String COLUMNS = "SELECT id, name, scopes, created_at, expires_at, revoked_at FROM token";
    static final String BY_ID = COLUMNS + " WHERE id = ?";
    static final String BY_HASH = COLUMNS + " WHERE hash = ?";
    private static final String SEALED = COLUMNS.replace(" FROM", ", sealed FROM");
    static final String SEALED_BY_ID = SEALED + " WHERE id = ?";
    static final String SEALED_LIVE = SEALED + """
         WHERE revoked_at IS NULL AND id > ? AND (expires_at IS NULL OR expires_at > ?) ORDER BY id LIMIT ?\
        """;
    private static final String LIST = COLUMNS.replace(" FROM", ", maker, seen_at FROM")
            + " WHERE ? IS NULL OR (created_at, id) < (SELECT created_at, id FROM token WHERE id = ?)"
            + " ORDER BY created_at DESC, id DESC LIMIT ?";
    private static final String INSERT = """
        INSERT INTO token (id, name, hash, sealed, scopes, created_at, expires_at, maker)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)\
        """;
    private static final String LIVE_OPERATORS = "SELECT id FROM token WHERE operator = 1 AND revoked_at IS NULL";
    private static final String MARK_OPERATOR = "UPDATE token SET operator = 1 WHERE id = ?";
    static final String REVOKE = "UPDATE token SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL";
    private static final String FAMILY = """
        WITH RECURSIVE family (id) AS (
            VALUES (?)
            UNION SELECT token.id FROM family JOIN token ON token.maker = family.id
            UNION SELECT token.id FROM family JOIN token ON token.rotated_by = family.id)
        SELECT id FROM family\
        """;
    private static final String LASTING = COLUMNS + " WHERE revoked_at IS NULL AND expires_at IS NULL";
    static final String SUCCEED = """
        UPDATE token SET (maker, rotated_by, operator) =
            (SELECT maker, coalesce(?, rotated_by), operator FROM token WHERE id = ?)
        WHERE id = ?\
        """;
    static final String MAKER = "SELECT maker FROM token WHERE id = ?";
    static final String MOVE_MADE = "UPDATE token SET maker = ? WHERE maker = ?";
    static final String MOVE_ROTATED = "UPDATE token SET rotated_by = ? WHERE rotated_by = ?";
    static final String SEEN = "UPDATE token SET seen_at = max(coalesce(seen_at, 0), ?) WHERE id = ?";

    private final Writer writer;
    private final Readers readers;
    private final SecretSeal seal;
    private final Supplier<String> ids;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final ReentrantLock searching = new ReentrantLock();
    private final AtomicBoolean saidUnreadable = new AtomicBoolean();

    SqlTokenStore(Writer writer, Readers readers, SecretSeal seal, Supplier<String> ids, Clock clock) {
        this.writer = writer;
        this.readers = readers;
        this.seal = seal;
        this.ids = ids;
        this.clock = clock;
    }

    @Override
    public Minted mint(AccessToken granter, String name, Set<Scope> asked, @Nullable Instant expiresAt) {
        var secret = newSecret();
        var id = ids.get();
        var token = writer.call(sql -> {
            var now = clock.instant();
            var maker = live(sql, granter.id(), now).orElseThrow(() -> cannotGrant(granter));
            var granted = EnumSet.noneOf(Scope.class);
            granted.addAll(asked);
            granted.retainAll(maker.scopes());
            if (granted.isEmpty()) {
                throw new SwitchboardException(
                        ErrorCode.INVALID, "token %s has none of the scopes asked for".formatted(maker.id()));
            }
            var end = earlier(expiresAt, maker.expiresAt());
            return insert(sql, new AccessToken(id, name, granted, now, end, null), secret, maker.id());
        });
        return new Minted(token, secret);
    }

    private String newSecret() {
        var bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static Optional<AccessToken> live(Statements sql, String id, Instant now) throws SQLException {
        return sql.first(BY_ID, SqlTokenStore::read, id).filter(found -> found.isLiveAt(now));
    }

    private static SwitchboardException cannotGrant(AccessToken granter) {
        return new SwitchboardException(
                ErrorCode.INVALID, "token %s is not valid and cannot grant".formatted(granter.id()));
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
            var token = insert(sql, new AccessToken(id, OPERATOR, Scope.all(), now, null, null), secret, null);
            // Whoever replaces the operator's token does it because the old one is known to somebody.
            for (var old : sql.list(LIVE_OPERATORS, row -> row.getString(1))) {
                sql.update(REVOKE, Times.nanos(now), old);
                moveOver(sql, old, id);
            }
            sql.update(MARK_OPERATOR, id);
            return token;
        });
    }

    private AccessToken insert(Statements sql, AccessToken token, String secret, @Nullable String maker)
            throws SQLException {
        sql.update(
                INSERT,
                token.id(),
                token.name(),
                Sha256.of(secret),
                seal.seal(token.id(), secret),
                token.scopes().stream().sorted().map(Scope::wireName).collect(Collectors.joining(" ")),
                Times.nanos(token.createdAt()),
                Times.nanosOrNull(token.expiresAt()),
                maker);
        return token;
    }

    /** What was one token's is another's from now on. */
    private static void moveOver(Statements sql, String from, String to) throws SQLException {
        sql.update(MOVE_MADE, to, from);
        sql.update(MOVE_ROTATED, to, from);
        sql.update(SqlBrowserStore.MOVE_OVER, to, from);
    }

    @Override
    public Optional<AccessToken> find(String secret) {
        var hash = Sha256.of(secret);
        return readers.call(sql -> sql.first(BY_HASH, SqlTokenStore::read, (Object) hash));
    }

    @Override
    public Optional<AccessToken> proven(@Nullable String id, String said, String proof) {
        return id == null
                ? search(said, proof)
                : readers.call(sql -> sql.first(SEALED_BY_ID, SqlTokenStore::readSealed, id))
                        .filter(candidate -> isProof(candidate, said, proof))
                        .map(Sealed::token);
    }

    /** One at a time and page by page: whoever sends wrong proofs gets one core's attention at most, and little memory. */
    private Optional<AccessToken> search(String said, String proof) {
        searching.lock();
        try {
            var now = Times.nanos(clock.instant());
            var page = List.<Sealed>of();
            do {
                var after = page.isEmpty() ? "" : page.getLast().token().id();
                page = readers.call(sql -> sql.list(SEALED_LIVE, SqlTokenStore::readSealed, after, now, PAGE));
                for (var candidate : page) {
                    if (isProof(candidate, said, proof)) {
                        return Optional.of(candidate.token());
                    }
                }
            } while (page.size() == PAGE);
            return Optional.empty();
        } finally {
            searching.unlock();
        }
    }

    private boolean isProof(Sealed candidate, String said, String proof) {
        return secret(candidate)
                .filter(secret -> Proof.isRight(secret, said, proof))
                .isPresent();
    }

    private Optional<String> secret(Sealed candidate) {
        var id = candidate.token().id();
        var secret = seal.unseal(id, candidate.secret());
        // Once: all that were sealed before the key was replaced are the same story, and boards come back for ever.
        if (secret.isEmpty() && saidUnreadable.compareAndSet(false, true)) {
            log.atWarn()
                    .addKeyValue("token", id)
                    .log("its secret was sealed with another token.key, so no challenge can prove it, nor any other of"
                            + " that time; rotate them, or put the old key back");
        }
        return secret;
    }

    private record Sealed(AccessToken token, byte[] secret) {}

    @Override
    public Optional<AccessToken> byId(String id) {
        return readers.call(sql -> sql.first(BY_ID, SqlTokenStore::read, id));
    }

    @Override
    public List<Listed> list(@Nullable String after, int limit) {
        return readers.call(sql -> sql.list(
                LIST,
                row -> new Listed(read(row), row.getString(7), Times.instantOrNull(row, 8)),
                after,
                after,
                limit));
    }

    @Override
    public Revocation revoke(String id) {
        return writer.call(sql -> {
            var now = clock.instant();
            var token = live(sql, id, now);
            if (token.isEmpty()) {
                return new Revocation.NotLive();
            }
            var family = Set.copyOf(sql.list(FAMILY, row -> row.getString(1), id));
            if (isLastOfItsKind(sql, token.get(), family)) {
                return new Revocation.LastAdministrator();
            }
            var ended = new HashSet<String>();
            for (var member : family) {
                sql.update(SqlBrowserStore.END_WITH_TOKEN, member);
                if (live(sql, member, now).isPresent()) {
                    sql.update(REVOKE, Times.nanos(now), member);
                    ended.add(member);
                }
            }
            return new Revocation.Done(ended);
        });
    }

    /**
     * Since nobody grants more than they have, a scope that its last administrator loses is lost for good. Its family need
     * not be asked: none of it can do more than it, or for longer.
     */
    private static boolean isLastOfItsKind(Statements sql, AccessToken token, Set<String> family) throws SQLException {
        return token.scopes().contains(Scope.ADMIN)
                && token.expiresAt() == null
                && sql.list(LASTING, SqlTokenStore::read).stream()
                        .filter(other -> !family.contains(other.id()))
                        .noneMatch(other -> other.scopes().containsAll(token.scopes()));
    }

    @Override
    public Rotation rotate(AccessToken asker, String id) {
        var secret = newSecret();
        var fresh = ids.get();
        return writer.call(sql -> {
            var now = clock.instant();
            var by = live(sql, asker.id(), now).orElseThrow(() -> cannotGrant(asker));
            var found = live(sql, id, now);
            if (found.isEmpty()) {
                return new Rotation.NotLive();
            }
            var old = found.get();
            var missing = new HashSet<>(old.scopes());
            missing.removeAll(by.scopes());
            if (!missing.isEmpty() || !Objects.equals(old.expiresAt(), earlier(old.expiresAt(), by.expiresAt()))) {
                return new Rotation.BeyondOwn(missing);
            }
            var token = insert(
                    sql, new AccessToken(fresh, old.name(), old.scopes(), now, old.expiresAt(), null), secret, null);
            sql.update(REVOKE, Times.nanos(now), id);
            // Who rotates itself has learned nothing new; whoever knew its secret before by rotating it may be the one.
            sql.update(SUCCEED, by.id().equals(id) ? null : by.id(), id, fresh);
            moveOver(sql, id, fresh);
            var maker = sql.first(MAKER, row -> Optional.ofNullable(row.getString(1)), fresh)
                    .flatMap(Function.identity());
            return new Rotation.Done(new Minted(token, secret), maker.orElse(null));
        });
    }

    @Override
    public void seen(Map<String, Instant> tokens) {
        writer.call(sql -> {
            for (var entry : tokens.entrySet()) {
                sql.update(SEEN, Times.nanos(entry.getValue()), entry.getKey());
            }
            return tokens.size();
        });
    }

    private static Sealed readSealed(ResultSet row) throws SQLException {
        return new Sealed(read(row), row.getBytes(7));
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
