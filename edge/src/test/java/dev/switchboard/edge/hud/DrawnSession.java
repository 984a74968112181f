package dev.switchboard.edge.hud;

import dev.switchboard.cases.Draw;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.ledger.RunEvent.Status;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.Plan;
import dev.switchboard.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** A session with everything in it that can happen in one, put together by chance. */
final class DrawnSession {
    private static final Instant LATER = Instant.parse("2026-06-01T13:00:00Z");

    private final Draw draw;
    private final List<RunEvent> events = new ArrayList<>();
    private int ids;

    private DrawnSession(Draw draw) {
        this.draw = draw;
    }

    static List<RunEvent> of(Draw draw) {
        var session = new DrawnSession(draw);
        int turns = draw.between(1, 4);
        for (int i = 0; i < turns; i++) {
            session.message("m-" + i, "run-" + i, "turn-" + i);
        }
        return session.events;
    }

    private void message(String message, String run, String turn) {
        boolean spoken = draw.coin();
        add(new RunEvent.UserMessage(id(), message, "web", "p", null, spoken ? "" : "say it", spoken ? "wav" : null));
        if (draw.coin()) {
            add(new RunEvent.Received(id(), null, draw.oneOf("agent_switch", "handover"), json("{\"to\":\"titan\"}")));
            add(new RunEvent.Summarised(id(), 1, "short"));
        }
        add(new RunEvent.RunStarted(id(), run, message, "default", "offline", 1));
        add(new RunEvent.TurnStart(id(), run, turn, message));
        if (spoken) {
            add(new RunEvent.Transcription(id(), run, turn, message, events.size(), "said aloud", "wav", 12));
        }
        int steps = draw.between(0, 3);
        for (int i = 0; i < steps; i++) {
            step(run, turn, i);
        }
        end(message, run, turn);
    }

    private void step(String run, String turn, int step) {
        if (draw.coin()) {
            var thought = "think-" + id();
            add(new RunEvent.ThinkStart(id(), run, thought, turn));
            add(new RunEvent.ThinkEnd(id(), run, thought, turn, "hm", draw.coin(), Status.OK, 5));
        }
        if (draw.coin()) {
            add(new RunEvent.PreviewRetracted(id(), run, turn, "asked again"));
        }
        add(new RunEvent.ModelEnd(
                id(), run, turn, step, draw.coin() ? "I look." : "", null, null, 9, "said-" + id(), 3L, Status.OK));
        var call = "call_" + id();
        var args = json("{\"command\":\"ls\"}");
        if (draw.coin()) {
            var approval = "appr-" + id();
            add(new RunEvent.ApprovalRequired(
                    id(), run, approval, call, turn, "exec", args, Effect.EXECUTE, "it acts", LATER));
            add(new RunEvent.ApprovalResolved(
                    id(), run, approval, call, turn, "exec", draw.coin(), null, null, null, 7L, args));
        }
        add(new RunEvent.ToolStart(id(), run, call, turn, "exec", args));
        add(new RunEvent.ToolEnd(id(), run, call, turn, "exec", args, json("{\"ok\":true}"), Status.OK, 4));
        if (draw.coin()) {
            var sent = "sent-" + id();
            add(new RunEvent.Injected(id(), run, sent, draw.oneOf("steer", "followup", "collect"), "shorter"));
            add(new RunEvent.InjectionsTaken(id(), run, turn, List.of(sent)));
            add(new RunEvent.PlanChanged(id(), run, turn, new Plan("goal", List.of())));
        }
    }

    private void end(String message, String run, String turn) {
        switch (draw.between(0, 2)) {
            case 0 -> {
                add(new RunEvent.TurnEnd(id(), run, turn, Status.OK, 99));
                add(new RunEvent.Answered(id(), run, message, "Done.", null, 99, null, "said-" + id()));
            }
            case 1 -> {
                add(new RunEvent.Received(
                        id(), run, draw.oneOf("stop", "kill"), json("{\"state\":\"AGENT_RUNNING\"}")));
                add(new RunEvent.TurnEnd(id(), run, turn, Status.ABORTED, 99));
                add(new RunEvent.Stopped(id(), run, message, "Do", "Do", null, null, 99, null, "said-" + id()));
            }
            default -> {
                add(new RunEvent.TurnEnd(id(), run, turn, Status.ERROR, 99));
                // Two messages in the chat by one event.
                add(new RunEvent.Failed(
                        id(), run, message, "model_timeout", "Too slow.", null, 99, "Do", null, "said-" + id()));
            }
        }
    }

    private void add(RunEvent event) {
        events.add(event);
    }

    private String id() {
        return "e" + ++ids;
    }

    private static ObjectNode json(String text) {
        return Json.mapper().readValue(text, ObjectNode.class);
    }
}
