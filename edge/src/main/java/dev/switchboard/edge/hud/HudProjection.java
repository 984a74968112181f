package dev.switchboard.edge.hud;

import dev.switchboard.core.approval.Decision;
import dev.switchboard.core.ledger.FinishReason;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.message.OneLine;
import dev.switchboard.protocol.hud.By;
import dev.switchboard.protocol.hud.ChatMessage;
import dev.switchboard.protocol.hud.HudEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What one stored event is shown as. It has no memory: the same event gives the same frames to everybody, for ever. */
final class HudProjection {
    /** How much of a message its row in the activity has. */
    static final int PREVIEW = 80;

    /** The ids of messages, apart from those of the events that carry them: one event may be shown as both. */
    private static final String SAID = "said-";

    private HudProjection() {}

    /** What an event is in the activity; null if it is no part of it. */
    static @Nullable HudEvent activity(Recorded recorded, boolean replayed) {
        var event = recorded.event();
        long ts = recorded.at().toEpochMilli();
        Long seq = recorded.seq();
        Boolean replay = replayed ? Boolean.TRUE : null;
        return switch (event) {
            case RunEvent.UserMessage said ->
                received(
                        said.id(),
                        "message",
                        said.format() == null
                                ? preview(said.text())
                                : preview("").put("format", said.format()),
                        ts,
                        seq,
                        replay);
            case RunEvent.Transcription heard ->
                new HudEvent.StageEnd(
                        heard.id(), heard.parentId(), "transcription", heard.durationMs(), ts, seq, replay);
            case RunEvent.Injected said ->
                received(said.id(), "message", preview(said.text()).put("mode", said.mode()), ts, seq, replay);
            case RunEvent.Received taken -> received(taken.id(), taken.subtype(), taken.payload(), ts, seq, replay);
            case RunEvent.TurnStart start ->
                new HudEvent.TurnStart(
                        start.id(), start.correlationId(), start.runId(), start.messageId(), ts, seq, replay);
            case RunEvent.TurnEnd end ->
                new HudEvent.TurnEnd(
                        end.id(), end.correlationId(), end.status().wireName(), end.durationMs(), ts, seq, replay);
            case RunEvent.ThinkStart start ->
                new HudEvent.ThinkStart(start.id(), start.correlationId(), start.parentId(), ts, seq, replay);
            case RunEvent.ThinkEnd end ->
                new HudEvent.ThinkEnd(
                        end.id(),
                        end.correlationId(),
                        end.parentId(),
                        end.text(),
                        end.truncated(),
                        end.status().wireName(),
                        end.durationMs(),
                        ts,
                        seq,
                        replay);
            case RunEvent.ToolStart start ->
                new HudEvent.ToolStart(
                        start.id(),
                        start.correlationId(),
                        start.parentId(),
                        start.tool(),
                        start.args(),
                        ts,
                        seq,
                        replay);
            case RunEvent.ToolEnd end ->
                new HudEvent.ToolEnd(
                        end.id(),
                        end.correlationId(),
                        end.parentId(),
                        end.tool(),
                        end.result(),
                        end.status().wireName(),
                        end.durationMs(),
                        ts,
                        seq,
                        replay);
            case RunEvent.ApprovalRequired asked ->
                new HudEvent.ApprovalStart(
                        asked.id(),
                        asked.approvalId(),
                        asked.parentId(),
                        asked.tool(),
                        asked.args(),
                        asked.reason(),
                        asked.expiresAt().toString(),
                        ts,
                        seq,
                        replay);
            case RunEvent.ApprovalResolved resolved ->
                new HudEvent.ApprovalEnd(
                        resolved.id(),
                        resolved.approvalId(),
                        resolved.parentId(),
                        resolved.tool(),
                        resolved.args(),
                        resolved.approved(),
                        resolved.reason(),
                        by(resolved.by()),
                        status(resolved.code()),
                        resolved.durationMs(),
                        ts,
                        seq,
                        replay);
            case RunEvent.ModelEnd end ->
                new HudEvent.ModelEnd(
                        end.id(),
                        end.parentId(),
                        end.status() == null
                                ? RunEvent.Status.OK.wireName()
                                : end.status().wireName(),
                        end.durationMs(),
                        end.silentMs(),
                        ts,
                        seq,
                        replay);
            // A run's start is its first turn's; its end its last turn's. What it says is the chat's, and its plan
            // is shown by the call that moves it.
            case RunEvent.RunStarted _,
                    RunEvent.Final _,
                    RunEvent.PreviewRetracted _,
                    RunEvent.PlanChanged _,
                    RunEvent.InjectionsTaken _,
                    RunEvent.Summarised _ -> null;
        };
    }

    /** What an event is in the chat, oldest first; nothing if nobody said anything by it. */
    static List<ChatMessage> said(Recorded recorded) {
        return switch (recorded.event()) {
            case RunEvent.UserMessage said ->
                said.format() == null
                        ? List.of(user(recorded, said.id(), said.text(), said.messageId(), null))
                        : List.of();
            case RunEvent.Transcription heard ->
                List.of(user(recorded, heard.id(), heard.text(), heard.messageId(), heard.runId()));
            case RunEvent.Injected said ->
                List.of(user(recorded, said.id(), said.text(), said.messageId(), said.runId()));
            case RunEvent.ModelEnd end ->
                end.text().isEmpty()
                        ? List.of()
                        : List.of(assistant(recorded, id(end.saidId(), end), end.text(), null, end.runId(), null));
            case RunEvent.Answered end ->
                List.of(assistant(
                        recorded, id(end.saidId(), end), end.text(), end.messageId(), end.runId(), FinishReason.STOP));
            case RunEvent.Stopped end ->
                List.of(assistant(
                        recorded, id(end.saidId(), end), end.text(), end.messageId(), end.runId(), FinishReason.STOP));
            case RunEvent.Failed end -> failed(recorded, end);
            case RunEvent.Summarised _,
                    RunEvent.Received _,
                    RunEvent.RunStarted _,
                    RunEvent.TurnStart _,
                    RunEvent.TurnEnd _,
                    RunEvent.ThinkStart _,
                    RunEvent.ThinkEnd _,
                    RunEvent.ToolStart _,
                    RunEvent.ToolEnd _,
                    RunEvent.ApprovalRequired _,
                    RunEvent.ApprovalResolved _,
                    RunEvent.PreviewRetracted _,
                    RunEvent.PlanChanged _,
                    RunEvent.InjectionsTaken _ -> List.of();
        };
    }

    /** What it had said stays, and what went wrong follows as the end. */
    private static List<ChatMessage> failed(Recorded recorded, RunEvent.Failed end) {
        var messages = new ArrayList<ChatMessage>();
        if (end.partial() != null && end.saidId() != null) {
            messages.add(assistant(recorded, end.saidId(), end.partial(), end.messageId(), end.runId(), null));
        }
        messages.add(
                assistant(recorded, SAID + end.id(), end.text(), end.messageId(), end.runId(), FinishReason.ERROR));
        return messages;
    }

    private static ChatMessage user(
            Recorded recorded, String eventId, String text, String messageId, @Nullable String runId) {
        return new ChatMessage(
                SAID + eventId, recorded.seq(), "user", text, recorded.at().toEpochMilli(), messageId, runId, null);
    }

    private static ChatMessage assistant(
            Recorded recorded,
            String id,
            String text,
            @Nullable String messageId,
            String runId,
            @Nullable FinishReason finish) {
        return new ChatMessage(
                id,
                recorded.seq(),
                "assistant",
                text,
                recorded.at().toEpochMilli(),
                messageId,
                runId,
                finish == null ? null : finish.wireName());
    }

    /** Older gateways gave what a model writes no id of its own. */
    private static String id(@Nullable String saidId, RunEvent event) {
        return saidId == null ? SAID + event.id() : saidId;
    }

    private static HudEvent received(
            String id, String subtype, @Nullable ObjectNode payload, long ts, Long seq, @Nullable Boolean replay) {
        return new HudEvent.Received(id, subtype, Labels.of(subtype, payload), payload, ts, seq, replay);
    }

    private static ObjectNode preview(String text) {
        return JsonNodeFactory.instance.objectNode().put("preview", OneLine.of(text, PREVIEW));
    }

    private static @Nullable By by(RunEvent.@Nullable By by) {
        return by == null ? null : new By(by.name(), by.deviceId());
    }

    private static String status(@Nullable String code) {
        if (code == null) {
            return RunEvent.Status.OK.wireName();
        }
        return (code.equals(Decision.STOPPED) ? RunEvent.Status.ABORTED : RunEvent.Status.ERROR).wireName();
    }
}
