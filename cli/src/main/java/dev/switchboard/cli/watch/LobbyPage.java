package dev.switchboard.cli.watch;

import dev.switchboard.cli.approve.Question;
import dev.switchboard.cli.console.Visible;
import dev.switchboard.cli.remote.Exit;
import dev.switchboard.client.hud.HudNotice;
import dev.switchboard.client.hud.LobbyList;
import dev.switchboard.protocol.lobby.SessionLine;
import dev.switchboard.protocol.lobby.ToLobby;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lobby on a terminal: what needs the person, what runs, what rests, and one of it chosen. */
final class LobbyPage implements View {
    private static final String KEYS = "↑ ↓ choose · Enter opens · y n answer · q leaves";

    /** What can be chosen. */
    private sealed interface Row {
        String id();

        record Waiting(Question question) implements Row {
            @Override
            public String id() {
                return question.id();
            }
        }

        record Seen(SessionLine session) implements Row {
            @Override
            public String id() {
                return session.sessionId();
            }
        }
    }

    private final LiveScreen screen;
    private final Answering answering;
    private final NodeText paint;
    private final LobbyList lobby = new LobbyList(LobbyLines.MOST_SESSIONS);
    private boolean known;
    /** By what it is, because its place changes. */
    private String chosen = "";

    private @Nullable Wish wish;

    LobbyPage(LiveScreen screen, Answering answering, boolean colour) {
        this.screen = screen;
        this.answering = answering;
        this.paint = new NodeText(colour);
    }

    @Override
    public void heard(HudNotice notice) {
        if (!(notice instanceof HudNotice.OfLobby(var _, var frame)) || frame == null) {
            return;
        }
        lobby.take(frame);
        known |= frame instanceof ToLobby.Snapshot;
        if (frame instanceof ToLobby.Failure failure) {
            note("The gateway says: " + Visible.line(failure.error()));
        }
        var asked = answering.asked();
        if (asked != null
                && known
                && lobby.questions().stream()
                        .noneMatch(question -> question.approvalId().equals(asked.id()))) {
            answering.drop();
            screen.print(List.of("It no longer waits: it was answered elsewhere, or its time is up."));
        }
    }

    @Override
    public void pressed(Key key, long at) {
        if (answering.asked() != null) {
            answer(key, at);
            return;
        }
        var rows = rows();
        int place = place(rows);
        switch (key) {
            case QUIT -> wish = new Wish.Leave(Exit.DONE);
            case UP -> choose(rows, place - 1);
            case DOWN -> choose(rows, place + 1);
            case ENTER, YES, NO -> {
                if (!rows.isEmpty()) {
                    open(rows.get(place), key);
                }
            }
            case OTHER -> {}
        }
    }

    private void answer(Key key, long at) {
        if (!answering.take(key, at) && key != Key.YES && key != Key.NO) {
            answering.drop();
            screen.print(List.of("Not answered; it still waits."));
        }
    }

    /** A yes or no in the list shows the question; the answer is given below it. */
    private void open(Row row, Key key) {
        switch (row) {
            case Row.Waiting(var question) -> answering.ask(question, questions());
            case Row.Seen(var session) -> {
                if (key == Key.ENTER) {
                    wish = new Wish.Open(session.sessionId());
                }
            }
        }
    }

    private void choose(List<Row> rows, int place) {
        if (place >= 0 && place < rows.size()) {
            chosen = rows.get(place).id();
        }
    }

    private int place(List<Row> rows) {
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i).id().equals(chosen)) {
                return i;
            }
        }
        return 0;
    }

    private List<Question> questions() {
        return lobby.questions().stream().map(LobbyWords::question).toList();
    }

    private List<Row> rows() {
        var rows = new ArrayList<Row>();
        questions().forEach(question -> rows.add(new Row.Waiting(question)));
        lobby.running().forEach(session -> rows.add(new Row.Seen(session)));
        lobby.resting().forEach(session -> rows.add(new Row.Seen(session)));
        return rows;
    }

    @Override
    public void settle() {
        if (!known) {
            return;
        }
        if (answering.asked() != null) {
            screen.draw(List.of(paint.painted("1;33", "Allow it? y or n, any other key goes back: ")));
            return;
        }
        var rows = rows();
        int place = place(rows);
        var lines = new ArrayList<String>();
        // Around what is chosen, as much as fits between the head and the line with the keys.
        int fits = Math.max(1, screen.height() - 2);
        int from = Math.clamp(place - fits / 2, 0, Math.max(0, rows.size() - fits));
        lines.add(paint.painted("1", head()));
        var others = questions();
        for (int i = from; i < Math.min(rows.size(), from + fits); i++) {
            lines.add((i == place ? "> " : "  ") + line(rows.get(i), others));
        }
        lines.add(paint.painted("2", KEYS));
        screen.draw(lines);
    }

    private String head() {
        int waiting = lobby.questions().size();
        int running = lobby.running().size();
        return (waiting == 0 ? "Nothing needs you" : waiting == 1 ? "1 needs you" : waiting + " need you")
                + (running == 0 ? ", nothing runs." : running == 1 ? ", 1 runs." : ", " + running + " run.");
    }

    private String line(Row row, List<Question> others) {
        return switch (row) {
            case Row.Waiting(var question) ->
                "%s  %s  %s  %s"
                        .formatted(
                                paint.painted("1;33", "needs you"),
                                Visible.line(question.shortId(others)),
                                paint.painted("1", Visible.line(question.tool())),
                                Visible.line(question.session()));
            case Row.Seen(var session) -> {
                var state = "%-9s".formatted(LobbyWords.state(session.state()));
                var colour = session.state().equals("IDLE") ? "2" : "36";
                yield "%s  %s  %s  %s"
                        .formatted(
                                paint.painted(colour, state),
                                Visible.line(session.sessionId()),
                                Visible.line(session.agent()),
                                Visible.line(session.name()));
            }
        };
    }

    @Override
    public void note(String sentence) {
        screen.print(List.of(paint.painted("33", sentence)));
    }

    @Override
    public void resized() {
        screen.resized();
    }

    @Override
    public @Nullable Wish wish() {
        return wish;
    }
}
