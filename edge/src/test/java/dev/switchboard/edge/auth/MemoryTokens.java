package dev.switchboard.edge.auth;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.AccessToken;
import dev.switchboard.core.identity.Proof;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.identity.TokenStore;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tokens in memory, by the port's own rules. */
public final class MemoryTokens implements TokenStore {
    private static final Comparator<Listed> NEWEST_FIRST = Comparator.comparing(
                    (Listed listed) -> listed.token().createdAt())
            .thenComparing(listed -> listed.token().id())
            .reversed();

    private record Row(
            AccessToken token,
            String secret,
            @Nullable String maker,
            @Nullable String rotatedBy,
            boolean operator,
            @Nullable Instant seenAt) {
        boolean isOf(Set<String> owners) {
            return (maker != null && owners.contains(maker)) || (rotatedBy != null && owners.contains(rotatedBy));
        }
    }

    public final MemoryBrowsers browsers;

    private final Clock clock;
    private final Map<String, Row> rows = new LinkedHashMap<>();

    public MemoryTokens(Clock clock) {
        this.clock = clock;
        this.browsers = new MemoryBrowsers(clock);
    }

    /** A token as if somebody had made it, with exactly these scopes. */
    public synchronized Minted given(@Nullable Instant expiresAt, Scope... scopes) {
        return keep("given", Set.of(scopes), expiresAt, newSecret(), null, null, false);
    }

    @Override
    public synchronized Minted mint(AccessToken granter, String name, Set<Scope> asked, @Nullable Instant expiresAt) {
        var maker = live(granter.id()).orElseThrow(MemoryTokens::ended);
        var granted = EnumSet.noneOf(Scope.class);
        granted.addAll(asked);
        granted.retainAll(maker.scopes());
        if (granted.isEmpty()) {
            throw new SwitchboardException(ErrorCode.INVALID, "Nothing is left to grant.");
        }
        return keep(name, granted, earlier(expiresAt, maker.expiresAt()), newSecret(), maker.id(), null, false);
    }

    @Override
    public synchronized AccessToken keepOperator(String secret) {
        return find(secret).orElseGet(() -> {
            var replaced = rows.values().stream()
                    .filter(row -> row.operator() && row.token().revokedAt() == null)
                    .map(row -> row.token().id())
                    .toList();
            var operator = keep("operator", Scope.all(), null, secret, null, null, true)
                    .token();
            replaced.forEach(old -> moveOver(old, operator.id()));
            return operator;
        });
    }

    @Override
    public synchronized Optional<AccessToken> find(String secret) {
        return rows.values().stream()
                .filter(row -> row.secret().equals(secret))
                .map(Row::token)
                .findFirst();
    }

    @Override
    public synchronized Optional<AccessToken> proven(@Nullable String id, String said, String proof) {
        return rows.values().stream()
                .filter(row -> id == null
                        ? row.token().isLiveAt(clock.instant())
                        : row.token().id().equals(id))
                .filter(row -> Proof.isRight(row.secret(), said, proof))
                .map(Row::token)
                .findFirst();
    }

    @Override
    public synchronized Optional<AccessToken> byId(String id) {
        return Optional.ofNullable(rows.get(id)).map(Row::token);
    }

    @Override
    public synchronized List<Listed> list(@Nullable String after, int limit) {
        var last = after == null ? null : rows.get(after);
        return rows.values().stream()
                .map(row -> new Listed(row.token(), row.maker(), row.seenAt()))
                .sorted(NEWEST_FIRST)
                .dropWhile(listed -> last != null && !listed.token().id().equals(after))
                .skip(last == null ? 0 : 1)
                .limit(limit)
                .toList();
    }

    @Override
    public synchronized Revocation revoke(String id) {
        var token = live(id).orElse(null);
        if (token == null) {
            return new Revocation.NotLive();
        }
        var family = familyOf(id);
        if (isLastOfItsKind(token, family)) {
            return new Revocation.LastAdministrator();
        }
        var ended = family.stream().filter(member -> live(member).isPresent()).collect(Collectors.toSet());
        family.forEach(browsers::endAllOf);
        ended.forEach(this::end);
        return new Revocation.Done(ended);
    }

    @Override
    public synchronized Rotation rotate(AccessToken asker, String id) {
        var by = live(asker.id()).orElseThrow(MemoryTokens::ended);
        var old = live(id).orElse(null);
        var row = rows.get(id);
        if (old == null || row == null) {
            return new Rotation.NotLive();
        }
        var missing = new HashSet<>(old.scopes());
        missing.removeAll(by.scopes());
        var end = by.expiresAt();
        var outlives =
                end != null && (old.expiresAt() == null || old.expiresAt().isAfter(end));
        if (!missing.isEmpty() || outlives) {
            return new Rotation.BeyondOwn(missing);
        }
        var fresh = keep(
                old.name(),
                old.scopes(),
                old.expiresAt(),
                newSecret(),
                row.maker(),
                by.id().equals(id) ? row.rotatedBy() : by.id(),
                row.operator());
        moveOver(id, fresh.token().id());
        return new Rotation.Done(fresh, row.maker());
    }

    @Override
    public synchronized void seen(Map<String, Instant> tokens) {
        tokens.forEach((id, at) -> change(
                id,
                row -> new Row(
                        row.token(),
                        row.secret(),
                        row.maker(),
                        row.rotatedBy(),
                        row.operator(),
                        row.seenAt() != null && row.seenAt().isAfter(at) ? row.seenAt() : at)));
    }

    private Optional<AccessToken> live(String id) {
        return byId(id).filter(token -> token.isLiveAt(clock.instant()));
    }

    private Set<String> familyOf(String id) {
        var family = new HashSet<>(Set.of(id));
        while (rows.values().stream()
                .filter(row -> row.isOf(family))
                .map(row -> row.token().id())
                .toList()
                .stream()
                .anyMatch(family::add)) {
            // Until nobody new is found.
        }
        return family;
    }

    private boolean isLastOfItsKind(AccessToken token, Set<String> family) {
        return token.scopes().contains(Scope.ADMIN)
                && token.expiresAt() == null
                && rows.values().stream()
                        .map(Row::token)
                        .filter(other -> !family.contains(other.id()))
                        .filter(other -> other.isLiveAt(clock.instant()) && other.expiresAt() == null)
                        .noneMatch(other -> other.scopes().containsAll(token.scopes()));
    }

    private void moveOver(String from, String to) {
        end(from);
        rows.replaceAll((_, row) -> new Row(
                row.token(),
                row.secret(),
                from.equals(row.maker()) ? to : row.maker(),
                from.equals(row.rotatedBy()) ? to : row.rotatedBy(),
                row.operator(),
                row.seenAt()));
        browsers.moveOver(from, to);
    }

    private void end(String id) {
        change(id, row -> {
            var token = row.token();
            return new Row(
                    new AccessToken(
                            id, token.name(), token.scopes(), token.createdAt(), token.expiresAt(), clock.instant()),
                    row.secret(),
                    row.maker(),
                    row.rotatedBy(),
                    row.operator(),
                    row.seenAt());
        });
    }

    private void change(String id, UnaryOperator<Row> change) {
        rows.computeIfPresent(id, (_, row) -> change.apply(row));
    }

    private Minted keep(
            String name,
            Set<Scope> scopes,
            @Nullable Instant expiresAt,
            String secret,
            @Nullable String maker,
            @Nullable String rotatedBy,
            boolean operator) {
        var token = new AccessToken("t-" + (rows.size() + 1), name, scopes, clock.instant(), expiresAt, null);
        rows.put(token.id(), new Row(token, secret, maker, rotatedBy, operator, null));
        return new Minted(token, secret);
    }

    private static String newSecret() {
        return "swb_" + Secrets.random(256);
    }

    private static SwitchboardException ended() {
        return new SwitchboardException(ErrorCode.INVALID, "The granter has ended.");
    }

    private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.isBefore(other) ? one : other;
    }
}
