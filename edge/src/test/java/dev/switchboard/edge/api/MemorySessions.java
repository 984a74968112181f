package dev.switchboard.edge.api;

import dev.switchboard.core.control.Resets;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.session.Session;
import dev.switchboard.core.session.SessionAgents;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.core.session.SessionState;
import dev.switchboard.core.session.Sessions;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Sessions in memory: those that were put here, and a chat for each that something was said in. Lists are not sorted. */
final class MemorySessions implements Sessions, SessionAgents, Resets {
    static final Instant MADE = Instant.parse("2026-06-01T11:00:00Z");

    private final MemoryLedger ledger;
    private final Map<SessionId, Session> there = new LinkedHashMap<>();
    private final Map<String, SessionId> requests = new HashMap<>();
    private final Set<SessionId> deleted = new HashSet<>();
    /** The agents' workspace. */
    Path workspace = Path.of("");
    /** What was asked for last. */
    @Nullable
    Wanted wanted;

    MemorySessions(MemoryLedger ledger) {
        this.ledger = ledger;
    }

    void put(String id, SessionKind kind) {
        var session = new SessionId(id);
        there.put(session, session(session, kind, id, null, null, null, MADE, 0, null));
    }

    void put(Session session) {
        there.put(session.id(), session);
    }

    private static Session session(
            SessionId id,
            SessionKind kind,
            String name,
            @Nullable String agent,
            @Nullable String channel,
            @Nullable String folder,
            Instant lastEventAt,
            long lastSeq,
            @Nullable String text) {
        return new Session(
                id,
                kind,
                name,
                agent,
                channel,
                folder,
                null,
                MADE,
                lastEventAt,
                lastSeq,
                text,
                SessionState.IDLE,
                false,
                false,
                0,
                0);
    }

    @Override
    public Session create(NewSession wish) {
        var id = new SessionId("agent-" + (1_780_000_000_000L + there.size()));
        if (wish.requestId() != null) {
            id = requests.computeIfAbsent(wish.requestId(), made(id));
        }
        there.putIfAbsent(
                id, session(id, wish.kind(), wish.name(), wish.agent(), null, wish.workingDir(), MADE, 0, null));
        return find(id).orElseThrow();
    }

    private static Function<String, SessionId> made(SessionId id) {
        return _ -> id;
    }

    @Override
    public Session chat(SessionId id, String name, String channel) {
        throw new UnsupportedOperationException(name);
    }

    @Override
    public List<Session> pinned(Set<SessionKind> kinds, int limit) {
        return there.values().stream()
                .filter(session -> session.pinned() && kinds.contains(session.kind()))
                .limit(limit)
                .toList();
    }

    @Override
    public Optional<Session> find(SessionId id) {
        if (deleted.contains(id)) {
            return Optional.empty();
        }
        var put = there.get(id);
        return put != null ? Optional.of(put) : ledger.events(id).map(events -> chat(id, events));
    }

    private static Session chat(SessionId id, List<Recorded> events) {
        return session(
                id,
                SessionKind.CHAT,
                "device-001",
                null,
                "terminal-dev",
                null,
                events.getLast().at(),
                events.getLast().seq(),
                null);
    }

    @Override
    public Optional<Session> change(SessionId id, Changes changes) {
        var changed = find(id).map(session -> new Session(
                session.id(),
                session.kind(),
                changes.name() == null ? session.name() : changes.name(),
                session.agent(),
                session.channel(),
                session.workingDir(),
                session.nativeId(),
                session.createdAt(),
                session.lastEventAt(),
                session.lastSeq(),
                session.lastText(),
                session.state(),
                changes.pinned() == null ? session.pinned() : changes.pinned(),
                changes.archived() == null ? session.archived() : changes.archived(),
                session.lowWater(),
                session.epoch()));
        changed.ifPresent(this::put);
        return changed;
    }

    @Override
    public Optional<Ended> reset(SessionId id, String agent) {
        return find(id).map(session -> {
            ledger.beginAnew(id);
            return new Ended(List.of(), List.of());
        });
    }

    @Override
    public Optional<Ended> delete(SessionId id, String agent) {
        var was = find(id);
        there.remove(id);
        deleted.add(id);
        was.ifPresent(_ -> ledger.beginAnew(id));
        return was.map(_ -> new Ended(List.of(), List.of()));
    }

    @Override
    public boolean reset(Session session) {
        return reset(session.id(), answeringIn(session)).isPresent();
    }

    @Override
    public boolean delete(Session session) {
        return delete(session.id(), answeringIn(session)).isPresent();
    }

    @Override
    public Page list(Wanted asked) {
        wanted = asked;
        var matching = there.values().stream()
                .filter(session -> asked.kinds().contains(session.kind()))
                .toList();
        return new Page(
                matching.subList(0, Math.min(asked.limit(), matching.size())),
                matching.size() > asked.limit() ? "cursor" : null);
    }

    @Override
    public Watch watch(Set<SessionKind> kinds) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<String> names() {
        return List.of("default", "coder");
    }

    @Override
    public String answeringIn(Session session) {
        return session.agent() == null ? usual() : session.agent();
    }

    @Override
    public Path workspaceOf(String agent) {
        return workspace;
    }

    @Override
    public String usual() {
        return "default";
    }
}
