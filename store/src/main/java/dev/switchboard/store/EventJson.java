package dev.switchboard.store;

import dev.switchboard.core.ledger.FinishReason;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.json.Json;
import java.util.List;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;

/** Events as a row keeps them: a JSON array. Used on the caller's thread, never on the writer's. */
final class EventJson {
    private static final TypeReference<List<RunEvent>> EVENTS = new TypeReference<>() {};
    // Named for the declared type: otherwise the elements would lose their type name to erasure.
    private static final ObjectWriter WRITER = Json.mapper().writerFor(EVENTS);
    private static final ObjectReader READER = Json.mapper().readerFor(EVENTS);

    private EventJson() {}

    static String encode(List<RunEvent> events) {
        return WRITER.writeValueAsString(events);
    }

    /** Without secrets also where an older gateway has recorded them: every way out of a row leads through here. */
    static List<RunEvent> decode(String body, Masking masking) {
        return masking.mask(events(body));
    }

    /** The event in a row that answers its message for good. */
    static RunEvent.Final decodeFinal(String body, Masking masking) {
        return masking.mask(onlyFinal(events(body)));
    }

    /** How the message of such a row was answered. */
    static FinishReason finishReason(String body) {
        return finishReason(onlyFinal(events(body)));
    }

    private static List<RunEvent> events(String body) {
        return READER.readValue(body);
    }

    static FinishReason finishReason(RunEvent.Final answer) {
        return switch (answer) {
            case RunEvent.Answered _, RunEvent.Stopped _ -> FinishReason.STOP;
            case RunEvent.Failed _ -> FinishReason.ERROR;
        };
    }

    static RunEvent.Final onlyFinal(List<RunEvent> events) {
        RunEvent.Final found = null;
        for (var event : events) {
            if (event instanceof RunEvent.Final answer) {
                if (found != null) {
                    throw new IllegalArgumentException("two final events: " + found.id() + " and " + answer.id());
                }
                found = answer;
            }
        }
        if (found == null) {
            throw new IllegalArgumentException("no final event among " + events.size());
        }
        return found;
    }
}
