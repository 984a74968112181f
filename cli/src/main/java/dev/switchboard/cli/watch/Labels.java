package dev.switchboard.cli.watch;

import dev.switchboard.cli.console.Visible;
import dev.switchboard.client.hud.HudNode;
import dev.switchboard.json.text.Shortened;
import dev.switchboard.protocol.hud.HudEvent;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * What a row is about, in the words of {@code docs/watch.md}: {@code path:L10–L50}, {@code path (overwrite)}, a command, an
 * address, what is searched for. Texts of others, with everything in them that could not be seen written out.
 */
final class Labels {
    private static final int LONGEST = 200;

    private Labels() {}

    static String of(HudNode node) {
        return shown(
                switch (node.kind()) {
                    case TOOL, APPROVAL -> call(node.tool(), or(node.args()), or(node.result()));
                    case THINK ->
                        node.end() instanceof HudEvent.ThinkEnd end ? end.text().strip() : "";
                    case RECEIVED -> node.first() instanceof HudEvent.Received received ? received(received) : "";
                    case MODEL ->
                        node.first() instanceof HudEvent.ModelEnd model && model.silentMs() != null
                                ? "silent for " + Durations.of(model.silentMs())
                                : "";
                    case TURN, STAGE -> "";
                });
    }

    private static String call(String tool, JsonNode args, JsonNode result) {
        return switch (tool) {
            case "read" -> path(args, result) + lines(result.path("area"), asked(args));
            case "write" -> path(args, result) + " (overwrite)";
            case "edit", "append" -> path(args, result) + lines(result.path("area"), "");
            case "exec" -> text(args, "command");
            case "web_fetch" -> args.has("url") ? text(args, "url") : text(result, "url");
            case "web_search" -> text(args, "query");
            default -> other(args, result);
        };
    }

    private static String path(JsonNode args, JsonNode result) {
        return args.has("path") ? text(args, "path") : text(result.path("file"), "path");
    }

    private static String lines(JsonNode area, String otherwise) {
        return area.isObject()
                ? lines(area.path("startLine").asLong(1), area.path("endLine").asLong(1))
                : otherwise;
    }

    /** What is to be read, before it is known what was there. */
    private static String asked(JsonNode args) {
        long start = args.path("offset").asLong(1);
        return args.has("limit") ? lines(start, start + args.path("limit").asLong(1) - 1) : "";
    }

    private static String lines(long start, long end) {
        return ":L%d–L%d".formatted(start, end);
    }

    private static String other(JsonNode args, JsonNode result) {
        var summary = text(result, "summary");
        return !summary.isEmpty() ? summary : args.isEmpty() ? "" : args.toString();
    }

    private static String received(HudEvent.Received received) {
        var payload = or(received.payload());
        var preview = text(payload, "preview");
        var mode = text(payload, "mode");
        return received.label() + (mode.isEmpty() ? "" : " (" + mode + ")") + (preview.isEmpty() ? "" : ": " + preview);
    }

    /** What went wrong, or who answered; empty if there is nothing more to say. */
    static String detail(HudNode node) {
        return shown(
                switch (node.end()) {
                    case HudEvent.ToolEnd end -> text(end.result(), "error");
                    case HudEvent.ApprovalEnd end ->
                        (end.by() == null ? "" : "by " + end.by().name() + " ")
                                + (end.reason() == null ? "" : end.reason());
                    case null, default -> "";
                });
    }

    private static String text(JsonNode object, String field) {
        return object.path(field).asString("");
    }

    private static JsonNode or(@Nullable JsonNode node) {
        return node == null ? MissingNode.getInstance() : node;
    }

    private static String shown(String text) {
        return Visible.line(Shortened.to(LONGEST, text.strip()));
    }
}
