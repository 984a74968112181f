package dev.switchboard.protocol.board;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.switchboard.json.Json;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes the JSON Schemas of this protocol from its records: one a message, envelope included, and one for any of them.
 * What a record cannot say, since strangers fill it, stands in the two tables at the top. Unknown fields are allowed,
 * because newer ones are compatible.
 */
final class BoardSchemas {
    private static final String DRAFT = "https://json-schema.org/draft/2020-12/schema";

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

    private static final JsonMapper MAPPER = Json.mapper();
    private static final SnakeCaseStrategy NAMING = new SnakeCaseStrategy();
    /** The same on every system, so that the files can be compared as texts. */
    private static final ObjectWriter WRITER = MAPPER.writer()
            .with(new DefaultPrettyPrinter(
                            Separators.createDefaultInstance().withObjectNameValueSpacing(Separators.Spacing.AFTER))
                    .withObjectIndenter(new DefaultIndenter("  ", "\n")));

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
        var any = schema("Any message of the board protocol", "Either side sends these.");
        var kinds = any.putArray("oneOf");
        schemas.keySet().forEach(file -> kinds.addObject().put("$ref", file));
        schemas.put("board.schema.json", any);

        var texts = new TreeMap<String, String>();
        schemas.forEach((file, schema) -> texts.put(file, WRITER.writeValueAsString(schema) + "\n"));
        return texts;
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
        var schema = schema(type, description).put("type", "object");
        var properties = schema.putObject("properties");
        properties.putObject("type").put("const", type);
        properties.putObject("id").put("type", "string").put("minLength", 1);
        properties.set("timestamp", moment());
        properties.putObject("in_reply_to").put("type", "string");
        properties.set("payload", record(payload));
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

    private static ObjectNode schema(String title, String description) {
        return MAPPER.createObjectNode()
                .put("$schema", DRAFT)
                .put("title", title)
                .put("description", description);
    }

    private static ObjectNode record(Class<?> kind) {
        var schema = MAPPER.createObjectNode().put("type", "object");
        var properties = MAPPER.createObjectNode();
        var required = MAPPER.createArrayNode();
        var byHand = REQUIRED.getOrDefault(kind, Set.of());
        for (var component : kind.getRecordComponents()) {
            var name = nameOf(component);
            properties.set(name, field(kind, name, component.getGenericType()));
            if (!component.getAnnotatedType().isAnnotationPresent(Nullable.class) || byHand.contains(name)) {
                required.add(name);
            }
        }
        if (!properties.isEmpty()) {
            schema.set("properties", properties);
        }
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        return schema;
    }

    private static String nameOf(RecordComponent component) {
        var given = component.getAccessor().getAnnotation(JsonProperty.class);
        // This strategy looks at nothing but the name.
        return given == null ? NAMING.nameForField(null, null, component.getName()) : given.value();
    }

    private static ObjectNode field(Class<?> owner, String name, Type type) {
        if (owner == PlanContext.class && name.equals("content")) {
            var either = MAPPER.createObjectNode();
            either.putArray("anyOf").add(ofType("string")).add(record(PlanContext.Structured.class));
            return either;
        }
        if (name.endsWith("_at")) {
            return moment();
        }
        var schema = of(type);
        var choices = CHOICES.getOrDefault(owner, Map.of()).get(name);
        if (choices != null) {
            choices.forEach(schema.putArray("enum")::add);
        }
        return schema;
    }

    private static ObjectNode of(Type type) {
        if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
            var schema = ofType("array");
            schema.set("items", of(list.getActualTypeArguments()[0]));
            return schema;
        }
        if (!(type instanceof Class<?> kind)) {
            throw new IllegalArgumentException("no schema for " + type);
        }
        if (kind.isRecord()) {
            return record(kind);
        }
        return switch (kind.getSimpleName()) {
            case "String" -> ofType("string");
            case "Boolean", "boolean" -> ofType("boolean");
            case "Integer", "int", "Long", "long" -> ofType("integer");
            case "Double", "double" -> ofType("number");
            case "ObjectNode" -> ofType("object");
            case "JsonNode" -> MAPPER.createObjectNode();
            default -> throw new IllegalArgumentException("no schema for " + type);
        };
    }

    private static ObjectNode moment() {
        return ofType("string").put("format", "date-time");
    }

    private static ObjectNode ofType(String name) {
        return MAPPER.createObjectNode().put("type", name);
    }
}
