package dev.switchboard.edge.hud;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What a person reads of a control action. */
final class Labels {
    private Labels() {}

    static String of(String subtype, @Nullable ObjectNode payload) {
        return switch (subtype) {
            case "message" -> "message received";
            case "new_session" -> "/new received — resetting session";
            case "stop", "kill" -> subtype + " received — aborting turn";
            case "agent_switch" -> "switch → " + to(payload);
            case "handover" -> "handover → " + to(payload);
            case "reconnect" -> "reconnected — replaying history";
            default -> subtype.toLowerCase(Locale.ROOT).replace('_', ' ') + " received";
        };
    }

    private static String to(@Nullable ObjectNode payload) {
        return payload == null ? "another agent" : payload.path("to").asString("another agent");
    }
}
