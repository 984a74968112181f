package dev.switchboard.cli.watch;

import dev.switchboard.cli.approve.Question;
import dev.switchboard.cli.console.Visible;
import dev.switchboard.cli.remote.Exit;
import dev.switchboard.client.hud.ActivityTree;
import dev.switchboard.client.hud.HudNotice;
import dev.switchboard.protocol.hud.HudEvent;
import dev.switchboard.protocol.hud.HudFrames.FromGateway;
import dev.switchboard.protocol.hud.ToHud;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A session on a terminal: the last of its tree, what waits for the person, and one line about the session. */
final class SessionTree implements View {
    /** The seed's. */
    private static final int MOST_NODES = 50;

    private final String session;
    private final String leaving;
    private final LiveScreen screen;
    private final Answering answering;
    private final Clock clock;
    private final TreeText text;
    private final NodeText paint;
    private final ActivityTree tree = new ActivityTree(MOST_NODES);
    private final Questions questions = new Questions();
    private String name = "";
    private String agent = "";
    /** What has happened before is shown at once, not drawn again and again. */
    private boolean live;

    private @Nullable Wish wish;

    /** @param leaving what {@code q} does, in a word */
    SessionTree(String session, String leaving, LiveScreen screen, Answering answering, Clock clock, boolean colour) {
        this.session = session;
        this.leaving = leaving;
        this.screen = screen;
        this.answering = answering;
        this.clock = clock;
        this.text = new TreeText(colour);
        this.paint = new NodeText(colour);
    }

    @Override
    public void heard(HudNotice notice) {
        if (!(notice instanceof HudNotice.OfSession(var _, var frame))) {
            return;
        }
        switch (frame) {
            case FromGateway.Activity(HudEvent.Received received)
            when received.subtype().equals("reconnect") -> {}
            case FromGateway.Activity(var event) -> {
                tree.take(event);
                if (event instanceof HudEvent.ApprovalEnd end) {
                    resolved(end.correlationId(), end.approved());
                }
            }
            case FromGateway.Chat(ToHud.Connected connected) -> {
                name = connected.name();
                agent = connected.agent();
            }
            case FromGateway.Chat(ToHud.History _) -> live = true;
            case FromGateway.Chat(ToHud.Approval asked) -> {
                questions.add(Question.of(asked.approvalId(), "", asked.toolCall(), asked.reason(), asked.expiresAt()));
                askNext();
            }
            case FromGateway.Chat(ToHud.ApprovalResolved resolved) ->
                resolved(resolved.approvalId(), resolved.approved());
            case FromGateway.Chat(ToHud.Failure failure) -> note("The gateway says: " + Visible.line(failure.error()));
            case FromGateway.Chat _, FromGateway.Unknown _ -> {}
        }
    }

    private void resolved(String id, boolean approved) {
        var question = questions.resolved(id);
        if (question != null && question.equals(answering.asked())) {
            answering.drop();
            screen.print(
                    List.of(approved ? "It was allowed elsewhere." : "It was refused, or nobody answered in time."));
            askNext();
        }
    }

    private void askNext() {
        var next = questions.first();
        if (next != null && answering.asked() == null) {
            answering.ask(next, questions.all());
        }
    }

    @Override
    public void pressed(Key key, long at) {
        var asked = answering.asked();
        if (key == Key.QUIT) {
            wish = new Wish.Leave(Exit.DONE);
        } else if (answering.take(key, at) && asked != null) {
            questions.answered(asked.id());
            askNext();
        }
    }

    @Override
    public void note(String sentence) {
        screen.print(List.of(paint.painted("33", sentence)));
    }

    @Override
    public void settle() {
        if (!live) {
            return;
        }
        var lines = new ArrayList<>(text.lines(tree, clock.instant()));
        if (lines.isEmpty()) {
            lines.add("Nothing has happened here yet.");
        }
        lines.add(
                answering.asked() != null
                        ? paint.painted("1;33", "Allow it? y or n (q %s): ".formatted(leaving))
                        : paint.painted("2", about()));
        screen.draw(lines);
    }

    private String about() {
        var named = name.isEmpty() || name.equals(session) ? "" : " · " + Visible.line(name);
        return "%s%s · %s · %s · q %s"
                .formatted(
                        Visible.line(session),
                        named,
                        Visible.line(agent),
                        tree.isAnythingRunning() ? "running" : "idle",
                        leaving);
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
