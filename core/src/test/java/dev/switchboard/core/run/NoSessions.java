package dev.switchboard.core.run;

import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.session.Session;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.core.session.Sessions;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Knows no session, for runs that ask for none. */
final class NoSessions implements Sessions {
    @Override
    public Session create(NewSession session) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Session chat(SessionId id, String name, String channel) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Session> pinned(Set<SessionKind> kinds, int limit) {
        return List.of();
    }

    @Override
    public Optional<Session> find(SessionId session) {
        return Optional.empty();
    }

    @Override
    public Optional<Session> change(SessionId session, Changes changes) {
        return Optional.empty();
    }

    @Override
    public Optional<Ended> reset(SessionId session, String agent) {
        return Optional.empty();
    }

    @Override
    public Optional<Ended> delete(SessionId session, String agent) {
        return Optional.empty();
    }

    @Override
    public Page list(Wanted wanted) {
        return new Page(List.of(), null);
    }

    @Override
    public Watch watch(Set<SessionKind> kinds) {
        throw new UnsupportedOperationException();
    }
}
