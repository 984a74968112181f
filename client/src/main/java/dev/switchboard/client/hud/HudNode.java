package dev.switchboard.client.hud;

import dev.switchboard.protocol.hud.HudEvent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** One thing that goes on or went on: what began it and what ended it, as far as they are known. Not thread-safe. */
public final class HudNode {
    public enum Kind {
        TURN,
        THINK,
        TOOL,
        APPROVAL,
        MODEL,
        STAGE,
        RECEIVED
    }

    public enum State {
        RUNNING,
        DONE,
        ERROR,
        ABORTED
    }

    private final Kind kind;
    private final HudEvent first;
    private final @Nullable HudNode parent;
    private final List<HudNode> children = new ArrayList<>();
    private State state = State.RUNNING;
    private @Nullable HudEvent end;

    /** @param first its start, or its end if that is all there is of it */
    HudNode(Kind kind, HudEvent first, @Nullable HudNode parent) {
        this.kind = kind;
        this.first = first;
        this.parent = parent;
    }

    void end(HudEvent ending, State how) {
        end = ending;
        state = how;
    }

    /** The turn it was in is over without a word about it. */
    void abort() {
        state = State.ABORTED;
    }

    void add(HudNode child) {
        children.add(child);
    }

    void remove(HudNode child) {
        children.remove(child);
    }

    public Kind kind() {
        return kind;
    }

    public State state() {
        return state;
    }

    public boolean isRunning() {
        return state == State.RUNNING;
    }

    /** The turn it happened in; null if that is not known, or it is one itself. */
    public @Nullable HudNode parent() {
        return parent;
    }

    public List<HudNode> children() {
        return Collections.unmodifiableList(children);
    }

    /** Its start, or its end if that is all there is of it. */
    public HudEvent first() {
        return first;
    }

    /** Null while it goes on. */
    public @Nullable HudEvent end() {
        return end;
    }

    /** What it called or wants to call; empty if it is no call. */
    public String tool() {
        return switch (first) {
            case HudEvent.ToolStart start -> start.tool();
            case HudEvent.ToolEnd ended -> ended.tool();
            case HudEvent.ApprovalStart start -> start.tool();
            case HudEvent.ApprovalEnd ended -> ended.tool();
            default -> "";
        };
    }

    /** Null if they are not known. */
    public @Nullable ObjectNode args() {
        return switch (first) {
            case HudEvent.ToolStart start -> start.args();
            case HudEvent.ApprovalStart start -> start.args();
            case HudEvent.ApprovalEnd ended -> ended.args();
            default -> null;
        };
    }

    /** Null while there is none. */
    public @Nullable ObjectNode result() {
        return end instanceof HudEvent.ToolEnd ended ? ended.result() : null;
    }

    /** In milliseconds since 1970. */
    public long startedAt() {
        return first.ts();
    }

    /** In milliseconds; null while it goes on, and for what takes no time. */
    public @Nullable Long duration() {
        return switch (end) {
            case HudEvent.TurnEnd ended -> ended.durationMs();
            case HudEvent.ThinkEnd ended -> ended.durationMs();
            case HudEvent.ToolEnd ended -> ended.durationMs();
            case HudEvent.ApprovalEnd ended -> ended.durationMs();
            case HudEvent.ModelEnd ended -> ended.durationMs();
            case HudEvent.StageEnd ended -> ended.durationMs();
            case null, default -> null;
        };
    }

    /** Whether all we know of it had happened when we came. */
    public boolean isReplayed() {
        return Boolean.TRUE.equals(first.replay()) && (end == null || Boolean.TRUE.equals(end.replay()));
    }
}
