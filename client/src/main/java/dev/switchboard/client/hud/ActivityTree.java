package dev.switchboard.client.hud;

import dev.switchboard.client.hud.HudNode.Kind;
import dev.switchboard.client.hud.HudNode.State;
import dev.switchboard.protocol.hud.HudEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What goes on, put together: what begins and what ends become one node by their {@code correlationId}; an end that has no
 * beginning of its own ends the oldest of its kind and tool that runs. Only so many nodes are kept, the newest, so that one
 * can look for days.
 *
 * <p>Not thread-safe.
 */
public final class ActivityTree {
    private final int most;
    private final List<HudNode> roots = new ArrayList<>();
    /** All of them, the oldest first. */
    private final Deque<HudNode> nodes = new ArrayDeque<>();

    /** @param most so many nodes are kept */
    public ActivityTree(int most) {
        this.most = most;
    }

    /** The oldest first: turns, and what was received. */
    public List<HudNode> roots() {
        return Collections.unmodifiableList(roots);
    }

    public boolean isAnythingRunning() {
        return nodes.stream().anyMatch(HudNode::isRunning);
    }

    /** The node it began, ended or is. */
    public HudNode take(HudEvent event) {
        return switch (event) {
            case HudEvent.TurnStart _ -> add(Kind.TURN, event, null);
            case HudEvent.ThinkStart start -> add(Kind.THINK, event, start.parentId());
            case HudEvent.ToolStart start -> add(Kind.TOOL, event, start.parentId());
            case HudEvent.ApprovalStart start -> add(Kind.APPROVAL, event, start.parentId());
            case HudEvent.TurnEnd end -> {
                var turn = end(Kind.TURN, "", end.correlationId(), null, event, end.status());
                turn.children().stream().filter(HudNode::isRunning).forEach(HudNode::abort);
                yield turn;
            }
            case HudEvent.ThinkEnd end -> end(Kind.THINK, "", end.correlationId(), end.parentId(), event, end.status());
            case HudEvent.ToolEnd end ->
                end(Kind.TOOL, end.tool(), end.correlationId(), end.parentId(), event, end.status());
            case HudEvent.ApprovalEnd end ->
                end(Kind.APPROVAL, end.tool(), end.correlationId(), end.parentId(), event, end.status());
            case HudEvent.ModelEnd end -> whole(Kind.MODEL, event, end.parentId(), end.status());
            case HudEvent.StageEnd end -> whole(Kind.STAGE, event, end.parentId(), null);
            case HudEvent.Received received -> {
                if (received.subtype().equals("new_session")) {
                    // What was before is no longer there.
                    roots.clear();
                    nodes.clear();
                }
                yield whole(Kind.RECEIVED, event, null, null);
            }
        };
    }

    private HudNode whole(Kind kind, HudEvent event, @Nullable String parentId, @Nullable String status) {
        var node = add(kind, event, parentId);
        node.end(event, state(status));
        return node;
    }

    private HudNode end(
            Kind kind, String tool, String correlationId, @Nullable String parentId, HudEvent event, String status) {
        var node = running(kind, tool, correlationId);
        if (node == null) {
            node = add(kind, event, parentId); // it began before what we were shown
        }
        node.end(event, state(status));
        return node;
    }

    private @Nullable HudNode running(Kind kind, String tool, String correlationId) {
        HudNode oldest = null;
        for (var node : nodes) {
            if (node.isRunning() && node.kind() == kind) {
                if (correlationId.equals(correlationId(node))) {
                    return node;
                }
                if (oldest == null && node.tool().equals(tool)) {
                    oldest = node;
                }
            }
        }
        return oldest;
    }

    private HudNode add(Kind kind, HudEvent first, @Nullable String parentId) {
        var parent = parentId == null ? null : turn(parentId);
        var node = new HudNode(kind, first, parent);
        if (parent == null) {
            roots.add(node);
        } else {
            parent.add(node);
        }
        nodes.addLast(node);
        while (nodes.size() > most) {
            forgetOne(node);
        }
        return node;
    }

    private @Nullable HudNode turn(String correlationId) {
        for (var newest = nodes.descendingIterator(); newest.hasNext(); ) {
            var node = newest.next();
            if (node.kind() == Kind.TURN && correlationId.equals(correlationId(node))) {
                return node;
            }
        }
        return null;
    }

    /** The oldest that is over and holds nothing, or else the oldest that holds nothing. */
    private void forgetOne(HudNode newest) {
        HudNode chosen = null;
        for (var node : nodes) {
            if (node == newest || !node.children().isEmpty()) {
                continue;
            }
            if (!node.isRunning()) {
                chosen = node;
                break;
            }
            chosen = chosen == null ? node : chosen;
        }
        if (chosen == null) {
            chosen = newest;
        }
        nodes.remove(chosen);
        var parent = chosen.parent();
        if (parent == null) {
            roots.remove(chosen);
        } else {
            parent.remove(chosen);
        }
    }

    private static String correlationId(HudNode node) {
        return switch (node.first()) {
            case HudEvent.TurnStart start -> start.correlationId();
            case HudEvent.TurnEnd end -> end.correlationId();
            case HudEvent.ThinkStart start -> start.correlationId();
            case HudEvent.ToolStart start -> start.correlationId();
            case HudEvent.ApprovalStart start -> start.correlationId();
            default -> "";
        };
    }

    private static State state(@Nullable String status) {
        return switch (status) {
            case "error" -> State.ERROR;
            case "aborted" -> State.ABORTED;
            case null, default -> State.DONE;
        };
    }
}
