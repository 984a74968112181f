package dev.switchboard.bench;

import dev.switchboard.core.channel.Admission;
import dev.switchboard.core.channel.AdmissionTerms;
import dev.switchboard.core.identity.ChannelIdentity;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.message.InboundMessage;
import dev.switchboard.json.Json;
import dev.switchboard.store.Store;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A session as it is after a long time: turns of many calls, straight into the store. */
final class LongSession {
    private static final int CALLS = 50;

    private LongSession() {}

    /** Returns how its last answer begins, as no other one does. */
    static String fill(Store store, SessionId session, int events) {
        int turn = 0;
        while (store.ledger().lastSeq(session) < events) {
            turn(store, session, ++turn);
        }
        return beginning(turn);
    }

    private static String beginning(int turn) {
        return "Answer %d. ".formatted(turn);
    }

    private static void turn(Store store, SessionId session, int turn) {
        var id = "m-" + turn;
        var run = new RunId("run-long-" + turn);
        var turnId = "turn-" + turn;
        var identity = new ChannelIdentity("bench", "terminal", "local", session.value(), "terminal", id, null, null);
        var message = new InboundMessage(
                identity, session, Texts.MESSAGE, Clock.systemUTC().instant());
        long seq = ((Admission.Accepted) store.inbox().admit(message, AdmissionTerms.OF_A_PEER)).seq();
        var at = SessionEpoch.first(session);
        var begun = new ArrayList<RunEvent>();
        begun.add(new RunEvent.RunStarted(newId(), run.value(), id, "default", "bench", 1));
        begun.add(new RunEvent.TurnStart(newId(), run.value(), turnId, id));
        store.ledger().start(at, seq, run, begun);
        var calls = new ArrayList<RunEvent>();
        for (int i = 0; i < CALLS; i++) {
            var call = "call_" + newId();
            var args = Json.mapper().createObjectNode().put("command", "make test");
            var result = Json.mapper()
                    .createObjectNode()
                    .put("ok", true)
                    .put("exitCode", 0)
                    .put("stdout", Texts.ANSWER)
                    .put("truncated", false);
            calls.add(new RunEvent.ToolStart(newId(), run.value(), call, turnId, "exec", args));
            calls.add(new RunEvent.ToolEnd(
                    newId(), run.value(), call, turnId, "exec", args, result, RunEvent.Status.OK, 7));
        }
        store.ledger().append(at, run, calls);
        store.ledger()
                .finish(
                        at,
                        seq,
                        run,
                        List.of(
                                new RunEvent.Answered(
                                        newId(), run.value(), id, beginning(turn) + Texts.ANSWER, null, 1),
                                new RunEvent.TurnEnd(newId(), run.value(), turnId, RunEvent.Status.OK, 1)));
    }

    private static String newId() {
        return UUID.randomUUID().toString();
    }
}
