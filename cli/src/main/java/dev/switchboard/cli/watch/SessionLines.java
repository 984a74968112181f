package dev.switchboard.cli.watch;

import dev.switchboard.cli.approve.Question;
import dev.switchboard.cli.approve.QuestionPage;
import dev.switchboard.cli.console.Streams;
import dev.switchboard.cli.console.Visible;
import dev.switchboard.cli.remote.OwnName;
import dev.switchboard.client.hud.ActivityTree;
import dev.switchboard.client.hud.HudNotice;
import dev.switchboard.protocol.hud.HudEvent;
import dev.switchboard.protocol.hud.HudFrames.FromGateway;
import dev.switchboard.protocol.hud.ToHud;
import java.time.Clock;
import java.util.List;

/** A session on a pipe, or on a terminal that can do nothing but print: a line when something begins and when it ends. */
final class SessionLines implements View {
    /** It only has to find what an end belongs to. */
    private static final int MOST_NODES = 100;

    private final String session;
    private final Streams streams;
    private final Clock clock;
    private final NodeText text;
    private final ActivityTree tree = new ActivityTree(MOST_NODES);
    private final Questions questions = new Questions();

    SessionLines(String session, Streams streams, Clock clock) {
        this.session = session;
        this.streams = streams;
        this.clock = clock;
        this.text = new NodeText(streams.colour());
    }

    @Override
    public void heard(HudNotice notice) {
        if (!(notice instanceof HudNotice.OfSession(var _, var frame))) {
            return;
        }
        switch (frame) {
            case FromGateway.Activity(HudEvent.Received received)
            when received.subtype().equals("reconnect") -> {}
            case FromGateway.Activity(var event) -> streams.out().println(text.line(tree.take(event)));
            case FromGateway.Chat(ToHud.Approval asked) -> ask(asked);
            case FromGateway.Chat(ToHud.ApprovalResolved resolved) -> questions.resolved(resolved.approvalId());
            case FromGateway.Chat(ToHud.Failure failure) -> note("The gateway says: " + Visible.line(failure.error()));
            case FromGateway.Chat _, FromGateway.Unknown _ -> {}
        }
    }

    private void ask(ToHud.Approval asked) {
        var question = Question.of(asked.approvalId(), session, asked.toolCall(), asked.reason(), asked.expiresAt());
        if (questions.add(question)) {
            var id = question.shortId(List.of());
            new QuestionPage(streams.colour())
                    .lines(question, id, clock.instant())
                    .forEach(streams.out()::println);
            streams.out().println("  answer   " + OwnName.command("approve " + Visible.line(id)));
        }
    }

    @Override
    public void note(String sentence) {
        streams.err().println(sentence);
    }
}
