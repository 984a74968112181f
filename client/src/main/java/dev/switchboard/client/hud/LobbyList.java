package dev.switchboard.client.hud;

import dev.switchboard.protocol.lobby.SessionLine;
import dev.switchboard.protocol.lobby.ToLobby;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The lobby as it is now: what waits for an answer, and sessions. Only so many sessions are kept; those that rest and were
 * used longest ago go first.
 *
 * <p>Not thread-safe.
 */
public final class LobbyList {
    private static final String IDLE = "IDLE";

    private final int most;
    private final Map<String, SessionLine> sessions = new LinkedHashMap<>();
    private final Map<String, ToLobby.Question> questions = new LinkedHashMap<>();

    /** @param most so many sessions, and so many questions, are kept */
    public LobbyList(int most) {
        this.most = most;
    }

    public void take(ToLobby frame) {
        switch (frame) {
            case ToLobby.Snapshot snapshot -> {
                sessions.clear();
                questions.clear();
                snapshot.sessions().forEach(this::put);
                snapshot.approvals().forEach(this::put);
            }
            case ToLobby.SessionChanged(var session) -> put(session);
            case ToLobby.SessionRemoved removed -> sessions.remove(removed.sessionId());
            case ToLobby.Asked(var question) -> put(question);
            case ToLobby.Resolved resolved -> questions.remove(resolved.approvalId());
            case ToLobby.Connected _,
                    ToLobby.AgentChanged _,
                    ToLobby.DeviceChanged _,
                    ToLobby.Failure _,
                    ToLobby.Pong _ -> {}
        }
    }

    /** What waits for an answer, the oldest first. */
    public List<ToLobby.Question> questions() {
        return List.copyOf(questions.values());
    }

    /** What does something, what happened last first. */
    public List<SessionLine> running() {
        return sorted(true);
    }

    /** What rests, what happened last first. */
    public List<SessionLine> resting() {
        return sorted(false);
    }

    public Optional<SessionLine> session(String id) {
        return Optional.ofNullable(sessions.get(id));
    }

    private void put(ToLobby.Question question) {
        questions.putIfAbsent(question.approvalId(), question);
        if (questions.size() > most) {
            questions.remove(questions.keySet().iterator().next());
        }
    }

    private void put(SessionLine session) {
        sessions.put(session.sessionId(), session);
        if (sessions.size() > most) {
            sessions.values().stream()
                    .min(Comparator.comparing(LobbyList::isRunning).thenComparing(SessionLine::lastEventAt))
                    .ifPresent(line -> sessions.remove(line.sessionId()));
        }
    }

    private List<SessionLine> sorted(boolean running) {
        return sessions.values().stream()
                .filter(session -> isRunning(session) == running)
                .sorted(Comparator.comparing(SessionLine::lastEventAt).reversed())
                .toList();
    }

    private static boolean isRunning(SessionLine session) {
        return !session.state().equals(IDLE);
    }
}
