package dev.switchboard.cli.watch;

import dev.switchboard.cli.console.Visible;
import dev.switchboard.client.hud.HudNode;
import dev.switchboard.client.hud.HudNode.Kind;
import dev.switchboard.protocol.hud.HudEvent;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.StringJoiner;

/** One node in words: what it is, what it is about, how long it took and how it stands. */
final class NodeText {
    private static final String DIM = "2";

    private final boolean colour;

    NodeText(boolean colour) {
        this.colour = colour;
    }

    /** A row of a tree. */
    String row(HudNode node, Instant now) {
        var row = new StringJoiner("  ");
        if (!name(node).isEmpty()) {
            row.add(painted(node.isReplayed() ? DIM : "1", name(node)));
        }
        var label = Labels.of(node);
        if (!label.isEmpty()) {
            row.add(node.isReplayed() ? painted(DIM, label) : label);
        }
        var time = time(node, now);
        if (!time.isEmpty()) {
            row.add(painted(DIM, time));
        }
        if (node.kind() != Kind.RECEIVED) {
            row.add(painted(colour(node), waits(node) ? "waits for you" : word(node)));
        }
        var detail = Labels.detail(node);
        if (!detail.isEmpty()) {
            row.add(detail);
        }
        return painted(colour(node), "●") + " " + row;
    }

    /** A line of its own, when something began or ended. */
    String line(HudNode node) {
        var what = new StringJoiner("  ");
        if (!name(node).isEmpty()) {
            what.add((node.parent() == null ? "" : "  ") + name(node));
        }
        var label = Labels.of(node);
        if (!label.isEmpty()) {
            what.add(label);
        }
        var duration = node.duration();
        if (duration != null) {
            what.add(Durations.of(duration));
        }
        var detail = Labels.detail(node);
        if (!detail.isEmpty()) {
            what.add(detail);
        }
        var last = node.end() == null ? node.first() : node.end();
        var time = Instant.ofEpochMilli(last.ts()).truncatedTo(ChronoUnit.SECONDS);
        return "%s  %s  %s".formatted(time, painted(colour(node), "%-8s".formatted(word(node))), what);
    }

    static String name(HudNode node) {
        return switch (node.kind()) {
            case TOOL -> Visible.line(node.tool());
            case APPROVAL -> "approval  " + Visible.line(node.tool());
            case STAGE -> node.first() instanceof HudEvent.StageEnd stage ? Visible.line(stage.stage()) : "stage";
            case RECEIVED -> ""; // its label says it
            case TURN, THINK, MODEL -> node.kind().name().toLowerCase(Locale.ROOT);
        };
    }

    private static String word(HudNode node) {
        if (node.kind() == Kind.APPROVAL) {
            return node.end() instanceof HudEvent.ApprovalEnd end
                    ? end.approved() ? "allowed" : "refused"
                    : waits(node) ? "waits" : "refused";
        }
        return switch (node.state()) {
            case RUNNING -> "running";
            case DONE -> node.kind() == Kind.RECEIVED ? "received" : "ok";
            case ERROR -> "error";
            case ABORTED -> "aborted";
        };
    }

    private static boolean waits(HudNode node) {
        return node.kind() == Kind.APPROVAL && node.isRunning();
    }

    private static String time(HudNode node, Instant now) {
        var duration = node.duration();
        if (duration != null) {
            return Durations.of(duration);
        }
        return node.isRunning() ? Durations.soFar(now.toEpochMilli() - node.startedAt()) : "";
    }

    private static String colour(HudNode node) {
        if (waits(node)) {
            return "1;33";
        }
        return switch (node.state()) {
            case RUNNING -> "36";
            case DONE -> node.kind() == Kind.APPROVAL && word(node).equals("refused") ? "31" : "32";
            case ERROR -> "31";
            case ABORTED -> "33";
        };
    }

    String painted(String code, String text) {
        return colour ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
