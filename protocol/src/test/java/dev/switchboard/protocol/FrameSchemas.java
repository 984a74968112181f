package dev.switchboard.protocol;

import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.switchboard.protocol.hud.ChatMessage;
import dev.switchboard.protocol.hud.FromHud;
import dev.switchboard.protocol.hud.HudEvent;
import dev.switchboard.protocol.hud.ToHud;
import dev.switchboard.protocol.lobby.FromLobby;
import dev.switchboard.protocol.lobby.SessionLine;
import dev.switchboard.protocol.lobby.ToLobby;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON Schemas of the activity and the lobby, made from their records: one a frame, and one for any that a side may
 * send.
 */
final class FrameSchemas {
    private static final String GATEWAY = "The gateway sends this.";
    private static final String CLIENT = "Whoever looks sends this.";

    private static final Map<Class<?>, Set<String>> REQUIRED = Map.of(
            FromHud.Message.class, Set.of("message_id", "text"),
            FromHud.Earlier.class, Set.of("before"),
            FromHud.SwitchAgent.class, Set.of("agent"),
            FromHud.HandOver.class, Set.of("agent"),
            FromHud.Approve.class, Set.of("approval_id", "approved"),
            FromLobby.Approve.class, Set.of("approval_id", "approved"));

    private static final List<String> STATUS = List.of("ok", "error", "aborted");
    private static final List<String> STATES = List.of("IDLE", "AGENT_RUNNING", "WAITING_APPROVAL", "ENDED");

    private static final Map<Class<?>, Map<String, List<String>>> CHOICES = Map.ofEntries(
            Map.entry(HudEvent.TurnEnd.class, Map.of("status", STATUS)),
            Map.entry(HudEvent.ThinkEnd.class, Map.of("status", STATUS)),
            Map.entry(HudEvent.ToolEnd.class, Map.of("status", STATUS)),
            Map.entry(HudEvent.ApprovalEnd.class, Map.of("status", STATUS)),
            Map.entry(HudEvent.ModelEnd.class, Map.of("status", STATUS)),
            Map.entry(
                    HudEvent.Received.class,
                    Map.of(
                            "subtype",
                            List.of(
                                    "new_session",
                                    "agent_switch",
                                    "stop",
                                    "kill",
                                    "handover",
                                    "reconnect",
                                    "message"))),
            Map.entry(
                    ChatMessage.class,
                    Map.of(
                            "role", List.of("user", "assistant", "system"),
                            "finish_reason", List.of("stop", "error"))),
            Map.entry(FromHud.Message.class, Map.of("mode", List.of("steer", "followup", "collect"))),
            Map.entry(ToHud.Connected.class, Map.of("state", STATES)),
            Map.entry(ToHud.Ack.class, Map.of("finish_reason", List.of("stop", "error"))),
            Map.entry(SessionLine.class, Map.of("state", STATES)),
            Map.entry(ToLobby.Agent.class, Map.of("status", List.of("idle", "running", "paused", "error"))));

    private static final RecordSchemas SCHEMAS = new RecordSchemas(REQUIRED, CHOICES, Map.of());

    private FrameSchemas() {}

    static SortedMap<String, String> hud() {
        var schemas = new TreeMap<String, ObjectNode>();
        var gateway = new ArrayList<String>();
        for (var event : HudEvent.class.getPermittedSubclasses()) {
            var name = nameOf(event);
            var named = new LinkedHashMap<String, String>();
            named.put("type", HudEvent.TYPE);
            named.put("event", name);
            put(schemas, gateway, "hud-" + name, SCHEMAS.frame(event, named, "hud " + name, GATEWAY));
        }
        frames(ToHud.class, "", GATEWAY, schemas, gateway);
        return withBothSides(schemas, gateway, FromHud.class, "activity of a session");
    }

    static SortedMap<String, String> lobby() {
        var schemas = new TreeMap<String, ObjectNode>();
        var gateway = new ArrayList<String>();
        frames(ToLobby.class, "", GATEWAY, schemas, gateway);
        put(
                schemas,
                gateway,
                "session-removed",
                SCHEMAS.frame(ToLobby.SessionRemoved.class, Map.of("type", "session"), "session removed", GATEWAY));
        return withBothSides(schemas, gateway, FromLobby.class, "lobby");
    }

    /** The file of a frame: of a client's apart, since both sides have a {@code message}. */
    static String fileOf(String name) {
        return name.replace('_', '-') + ".schema.json";
    }

    private static SortedMap<String, String> withBothSides(
            SortedMap<String, ObjectNode> schemas, List<String> gateway, Class<?> client, String what) {
        var clients = new ArrayList<String>();
        frames(client, "client-", CLIENT, schemas, clients);
        schemas.put(
                "from-gateway.schema.json", RecordSchemas.anyOf(gateway, "Any frame of the gateway: " + what, GATEWAY));
        schemas.put("from-client.schema.json", RecordSchemas.anyOf(clients, "Any frame of a client: " + what, CLIENT));
        return RecordSchemas.written(schemas);
    }

    private static void frames(
            Class<?> side,
            String prefix,
            String description,
            SortedMap<String, ObjectNode> schemas,
            List<String> files) {
        for (var frame : side.getPermittedSubclasses()) {
            if (frame.isAnnotationPresent(JsonTypeName.class)) {
                var name = nameOf(frame);
                put(schemas, files, prefix + name, SCHEMAS.frame(frame, Map.of("type", name), name, description));
            }
        }
    }

    private static void put(SortedMap<String, ObjectNode> schemas, List<String> files, String name, ObjectNode schema) {
        var file = fileOf(name);
        files.add(file);
        if (schemas.put(file, schema) != null) {
            throw new IllegalStateException("two frames are called " + name);
        }
    }

    private static String nameOf(Class<?> frame) {
        var name = frame.getAnnotation(JsonTypeName.class);
        if (name == null) {
            throw new IllegalArgumentException(frame + " has no name on the wire");
        }
        return name.value();
    }
}
