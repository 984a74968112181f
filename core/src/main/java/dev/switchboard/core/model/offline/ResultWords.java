package dev.switchboard.core.model.offline;

import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.json.Json;
import dev.switchboard.json.text.Shortened;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Says in words what a tool gave. The shapes are those of the HUD protocol; an unknown one is shown as it is. */
final class ResultWords {
    /** What a small device can still show; the whole result is in the session's events. */
    private static final int SHOWN = 16_000;

    private ResultWords() {}

    static String of(ModelMessage.ToolResult result) {
        JsonNode json = parsed(result.text());
        if (!json.isObject()) {
            return shown(result.text(), false);
        }
        if (json.path("exitCode").isIntegralNumber()) {
            return executed(json);
        }
        if (!json.path("ok").asBoolean(true)) {
            return failed(reason(json));
        }
        return switch (result.tool()) {
            case "read" -> read(json);
            case "write" -> "Wrote %d bytes to %s".formatted(json.path("bytes").asLong(0), path(json));
            case "append" -> "Appended to " + path(json);
            case "edit" -> "Changed " + path(json);
            case Planner.CREATE_TERMINAL -> created(json);
            case Planner.SEND, Planner.READ_TERMINAL -> terminal(json);
            default -> other(json);
        };
    }

    /** Whether it did what was asked; what was to follow it should not, if not. */
    static boolean succeeded(ModelMessage.ToolResult result) {
        JsonNode json = parsed(result.text());
        return json.path("ok").asBoolean(true) && json.path("exitCode").asInt(0) == 0;
    }

    /** Missing if it is no JSON. */
    static JsonNode parsed(String text) {
        try {
            return Json.mapper().readTree(text);
        } catch (JacksonException e) {
            return MissingNode.getInstance();
        }
    }

    private static String executed(JsonNode json) {
        String output = json.path("stdout").asString("").stripTrailing();
        int exitCode = json.path("exitCode").asInt(0);
        String error = json.path("error").asString("");
        var words = new StringBuilder(
                output.isEmpty() ? "" : shown(output, json.path("truncated").asBoolean(false)));
        if (!error.isEmpty()) {
            line(words, error);
        }
        if (exitCode != 0 && !error.contains("exit code")) {
            line(words, "The command ended with exit code " + exitCode + ".");
        }
        return words.isEmpty() ? "The command ran and printed nothing." : words.toString();
    }

    private static String read(JsonNode json) {
        String text = json.path("text").asString("").stripTrailing();
        return text.isEmpty()
                ? path(json) + " is empty."
                : shown(text, json.path("truncated").asBoolean(false));
    }

    private static String created(JsonNode json) {
        String id = Terminals.id(json);
        return id == null ? other(json) : Terminals.CREATED + id;
    }

    private static String terminal(JsonNode json) {
        JsonNode raw = json.path("raw");
        if (!raw.path("output").isString()) {
            return other(json);
        }
        String output = raw.path("output").asString().strip();
        var words = new StringBuilder(
                output.isEmpty() ? "" : shown(output, raw.path("truncated").asBoolean(false)));
        if (raw.path("exit_code").isIntegralNumber()) {
            line(
                    words,
                    "The terminal has ended with exit code "
                            + raw.path("exit_code").asInt() + ".");
        }
        return words.isEmpty() ? "The terminal has shown nothing new." : words.toString();
    }

    private static String other(JsonNode json) {
        if (json.path("text").isString()) {
            String text = json.path("text").asString().strip();
            return text.isEmpty()
                    ? "There was nothing."
                    : shown(text, json.path("truncated").asBoolean(false));
        }
        if (json.path("summary").isString()) {
            return shown(json.path("summary").asString(), false);
        }
        JsonNode raw = json.path("raw");
        return raw.isMissingNode() ? "Done." : shown(raw.isString() ? raw.asString() : raw.toString(), false);
    }

    /** A sentence stands by itself: it may say that nobody knows what was done. Tools give half a one. */
    private static String failed(String reason) {
        return Character.isUpperCase(reason.charAt(0)) ? reason : "That did not work: " + reason;
    }

    private static String reason(JsonNode json) {
        String error = json.path("error").asString("");
        String reason = error.isEmpty() ? json.path("summary").asString("") : error;
        return reason.isEmpty() ? "the tool did not say why." : shown(reason, false);
    }

    private static String path(JsonNode json) {
        return json.path("file").path("path").asString("the file");
    }

    private static String shown(String text, boolean truncated) {
        if (text.length() <= SHOWN) {
            return truncated ? text + "\n(There is more; this is where it was cut.)" : text;
        }
        return Shortened.first(SHOWN, text) + "\n(There is more; this is where it was cut.)";
    }

    private static void line(StringBuilder words, String line) {
        words.append(words.isEmpty() ? "" : "\n").append(line);
    }
}
