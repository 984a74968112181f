package dev.switchboard.cli.watch;

import dev.switchboard.cli.approve.Question;
import dev.switchboard.cli.approve.QuestionPage;
import dev.switchboard.cli.console.Streams;
import dev.switchboard.cli.console.Visible;
import dev.switchboard.cli.remote.OwnName;
import dev.switchboard.client.hud.HudNotice;
import dev.switchboard.client.hud.LobbyList;
import dev.switchboard.protocol.lobby.SessionLine;
import dev.switchboard.protocol.lobby.ToLobby;
import java.time.Clock;
import java.util.List;

/** The lobby on a pipe: what needs somebody and what runs, then a line when that changes. */
final class LobbyLines implements View {
    static final int MOST_SESSIONS = 1_000;

    private final Streams streams;
    private final Clock clock;
    private final LobbyList lobby = new LobbyList(MOST_SESSIONS);

    LobbyLines(Streams streams, Clock clock) {
        this.streams = streams;
        this.clock = clock;
    }

    @Override
    public void heard(HudNotice notice) {
        if (!(notice instanceof HudNotice.OfLobby(var _, var frame)) || frame == null) {
            return;
        }
        switch (frame) {
            case ToLobby.Snapshot snapshot -> {
                var before = lobby.questions();
                snapshot.approvals().stream()
                        .filter(question -> !before.contains(question))
                        .forEach(this::ask);
                snapshot.sessions().stream()
                        .filter(session -> !session.state().equals("IDLE"))
                        .forEach(this::changed);
            }
            case ToLobby.SessionChanged(var session) -> changed(session);
            case ToLobby.SessionRemoved removed -> print("removed", Visible.line(removed.sessionId()));
            case ToLobby.Asked(var question) -> ask(question);
            case ToLobby.Resolved resolved ->
                print(
                        resolved.approved() ? "allowed" : "refused",
                        Visible.line(resolved.approvalId())
                                + (resolved.by() == null
                                        ? ""
                                        : "  by " + Visible.line(resolved.by().name())));
            case ToLobby.Failure failure -> note("The gateway says: " + Visible.line(failure.error()));
            default -> {}
        }
        lobby.take(frame);
    }

    /** What is said in a session is not news here, what it does is. */
    private void changed(SessionLine session) {
        var before = lobby.session(session.sessionId()).map(SessionLine::state).orElse("IDLE");
        if (!before.equals(session.state())) {
            print(
                    LobbyWords.state(session.state()),
                    "%s  %s  %s"
                            .formatted(
                                    Visible.line(session.sessionId()),
                                    Visible.line(session.agent()),
                                    Visible.line(session.name())));
        }
    }

    private void ask(ToLobby.Question asked) {
        var question = LobbyWords.question(asked);
        var id = Visible.line(question.shortId(List.<Question>of()));
        print("waits", "%s  %s  %s".formatted(id, Visible.line(question.tool()), Visible.line(question.session())));
        new QuestionPage(streams.colour()).lines(question, id, clock.instant()).forEach(streams.out()::println);
        streams.out().println("  answer   " + OwnName.command("approve " + id));
    }

    private void print(String word, String what) {
        streams.out().println("%-8s  %s".formatted(word, what));
    }

    @Override
    public void note(String sentence) {
        streams.err().println(sentence);
    }
}
