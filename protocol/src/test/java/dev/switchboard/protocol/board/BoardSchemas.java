package dev.switchboard.protocol.board;

import dev.switchboard.protocol.RecordSchemas;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON Schemas of this protocol, made from its records: one a message, envelope included, and one for any of them.
 * What a record cannot say, since strangers fill it, stands in the two tables at the top.
 */
final class BoardSchemas {
    /** What a board has to say; the fields of {@link FromBoard} are all nullable, so that we can answer in words. */
    private static final Map<Class<?>, Set<String>> REQUIRED = Map.ofEntries(
            Map.entry(FromBoard.Auth.class, Set.of("device_id", "role", "scopes")),
            Map.entry(FromBoard.Submit.class, Set.of("goal", "messages")),
            Map.entry(FromBoard.Stop.class, Set.of("task_id")),
            Map.entry(FromBoard.Steer.class, Set.of("task_id", "message", "injection_mode")),
            Map.entry(FromBoard.AttachTask.class, Set.of("task_id")),
            Map.entry(FromBoard.ApprovalResponse.class, Set.of("approval_id", "approved")),
            Map.entry(FromBoard.AttachTerminal.class, Set.of("terminal_id")),
            Map.entry(FromBoard.TerminalInput.class, Set.of("terminal_id", "data")),
            Map.entry(FromBoard.ResizeTerminal.class, Set.of("terminal_id", "rows", "cols")),
            Map.entry(FromBoard.DetachTerminal.class, Set.of("terminal_id")),
            Map.entry(FromBoard.CloseTerminal.class, Set.of("terminal_id")),
            Map.entry(FromBoard.HealthPing.class, Set.of("client_time")),
            Map.entry(SaidMessage.class, Set.of("role", "content")),
            Map.entry(SaidMessage.ToolCall.class, Set.of("id", "name", "arguments")),
            Map.entry(SaidMessage.ToolResult.class, Set.of("tool_call_id", "result")),
            Map.entry(PlanContext.class, Set.of("format", "content")),
            Map.entry(PlanContext.Structured.class, Set.of("goal", "steps")),
            Map.entry(PlanContext.Step.class, Set.of("id", "title", "status")),
            Map.entry(ArtifactRef.class, Set.of("id")));

    /** Texts of which there are only so many, by their record and their name on the wire. */
    private static final Map<Class<?>, Map<String, List<String>>> CHOICES = Map.ofEntries(
            Map.entry(FromBoard.Auth.class, Map.of("role", List.of("operator", "node"))),
            Map.entry(
                    FromBoard.Options.class, Map.of("mode", List.of("always_ask", "agent_decides", "always_execute"))),
            Map.entry(FromBoard.Steer.class, Map.of("injection_mode", List.of("steer", "followup", "collect"))),
            Map.entry(SaidMessage.class, Map.of("role", List.of("user", "assistant", "system"))),
            Map.entry(PlanContext.class, Map.of("format", List.of("markdown", "structured"))),
            Map.entry(
                    PlanContext.Step.class,
                    Map.of("status", List.of("pending", "in_progress", "completed", "blocked"))),
            Map.entry(
                    ToBoard.ConnectionError.class,
                    Map.of(
                            "code",
                            List.of(
                                    "auth_failed",
                                    "invalid_token",
                                    "rate_limited",
                                    "protocol_error",
                                    "forbidden",
                                    "terminal_not_found",
                                    "approval_not_found",
                                    "internal_error"))),
            Map.entry(ToBoard.TaskProgress.class, Map.of("status", List.of("planning", "executing", "verifying"))),
            Map.entry(ToBoard.TaskDelta.class, Map.of("delta_type", List.of("text", "tool_call", "tool_result"))),
            Map.entry(
                    ToBoard.Task.class,
                    Map.of(
                            "status",
                            List.of("queued", "running", "waiting_approval", "completed", "error", "stopped"))),
            Map.entry(ToBoard.ApprovalResolved.class, Map.of("code", List.of("approval_timeout", "stopped"))),
            Map.entry(ToBoard.AgentStatus.class, Map.of("status", List.of("idle", "running", "paused", "error"))));

    private static final RecordSchemas SCHEMAS = new RecordSchemas(
            REQUIRED,
            CHOICES,
            Map.of(PlanContext.class, Map.of("content", List.of(String.class, PlanContext.Structured.class))));

    private BoardSchemas() {}

    /** Every file by its name. */
    static SortedMap<String, String> files() {
        var schemas = new TreeMap<String, ObjectNode>();
        for (var payload : ToBoard.class.getPermittedSubclasses()) {
            schemas.put(fileOf(BoardFrames.typeOf(payload)), message(payload, "The gateway sends this."));
        }
        for (var payload : FromBoard.class.getPermittedSubclasses()) {
            schemas.merge(
                    fileOf(BoardFrames.typeOf(payload)),
                    message(payload, "A board sends this."),
                    BoardSchemas::bothWays);
        }
        var any = RecordSchemas.anyOf(
                List.copyOf(schemas.keySet()), "Any message of the board protocol", "Either side sends these.");
        schemas.put("board.schema.json", any);
        return RecordSchemas.written(schemas);
    }

    static String fileOf(String type) {
        return type.replace(':', '-').replace('_', '-') + ".schema.json";
    }

    /** A message of both directions has one payload, and asks of its envelope what the board has to say. */
    private static ObjectNode bothWays(ObjectNode gateways, ObjectNode boards) {
        if (!gateways.get("properties").equals(boards.get("properties"))) {
            throw new IllegalStateException(boards.get("title") + " is not the same in both directions");
        }
        return boards.put("description", "Either side sends this.");
    }

    private static ObjectNode message(Class<?> payload, String description) {
        var type = BoardFrames.typeOf(payload);
        var schema = RecordSchemas.titled(type, description).put("type", "object");
        var properties = schema.putObject("properties");
        properties.putObject("type").put("const", type);
        properties.putObject("id").put("type", "string").put("minLength", 1);
        properties.set("timestamp", RecordSchemas.moment());
        properties.putObject("in_reply_to").put("type", "string");
        properties.set("payload", SCHEMAS.record(payload));
        var required = schema.putArray("required").add("type").add("id");
        // A board's clock is not relied on, and a payload it leaves out is an empty one.
        boolean boards = FromBoard.class.isAssignableFrom(payload);
        if (!boards) {
            required.add("timestamp");
        }
        if (!boards || REQUIRED.containsKey(payload)) {
            required.add("payload");
        }
        return schema;
    }
}
