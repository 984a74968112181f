package dev.switchboard.client.hud;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.client.hud.HudNode.Kind;
import dev.switchboard.client.hud.HudNode.State;
import dev.switchboard.json.Json;
import dev.switchboard.protocol.hud.HudEvent;
import dev.switchboard.protocol.hud.HudFrames;
import dev.switchboard.protocol.hud.HudFrames.FromGateway;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class ActivityTreeTest {
    private final ActivityTree tree = new ActivityTree(50);
    private int ids;

    @Test
    void what_happens_in_a_turn_stands_under_it_and_ends_by_its_correlation_id() {
        hear("turn_start", "turn-1", null, "");
        hear("think_start", "th-1", "turn-1", "");
        hear(
                "think_end",
                "th-1",
                "turn-1",
                ",'text':'The file first.','truncated':false,'status':'ok','durationMs':770");
        hear("tool_start", "c-1", "turn-1", ",'tool':'read','args':{'path':'a'}");
        hear("tool_start", "c-2", "turn-1", ",'tool':'read','args':{'path':'b'}");
        hear("tool_end", "c-2", "turn-1", ",'tool':'read','result':{'ok':false},'status':'error','durationMs':20");

        var turn = tree.roots().getFirst();
        assertThat(turn.children()).extracting(HudNode::kind).containsExactly(Kind.THINK, Kind.TOOL, Kind.TOOL);
        assertThat(turn.children()).extracting(HudNode::state).containsExactly(State.DONE, State.RUNNING, State.ERROR);
        assertThat(turn.children().getFirst().duration()).isEqualTo(770);
        assertThat(tree.isAnythingRunning()).isTrue();

        hear("turn_end", "turn-1", null, ",'status':'aborted','durationMs':4500");
        assertThat(turn.state()).isEqualTo(State.ABORTED);
        assertThat(turn.children().get(1).state())
                .as("nothing runs in a turn that is over")
                .isEqualTo(State.ABORTED);
        assertThat(tree.isAnythingRunning()).isFalse();
    }

    @Test
    void an_end_without_a_match_ends_the_oldest_of_its_kind_and_tool() {
        hear("turn_start", "turn-1", null, "");
        var exec = hear("tool_start", "c-0", "turn-1", ",'tool':'exec','args':{'command':'ls'}");
        var first = hear("tool_start", "c-1", "turn-1", ",'tool':'read','args':{'path':'a'}");
        var second = hear("tool_start", "c-2", "turn-1", ",'tool':'read','args':{'path':'b'}");
        var ended = hear("tool_end", "", "turn-1", ",'tool':'read','result':{'ok':true},'status':'ok','durationMs':20");
        assertThat(ended).isSameAs(first);
        assertThat(exec.isRunning()).isTrue();
        assertThat(second.isRunning()).isTrue();
    }

    @Test
    void an_end_of_what_began_before_we_came_stands_for_itself() {
        var tool =
                hear("tool_end", "c-1", "turn-0", ",'tool':'read','result':{'ok':true},'status':'ok','durationMs':20");
        assertThat(tool.state()).isEqualTo(State.DONE);
        assertThat(tool.args()).isNull();
        assertThat(tree.roots()).containsExactly(tool);
    }

    @Test
    void what_is_received_is_whole_and_a_new_beginning_forgets_what_was() {
        hear("turn_start", "turn-1", null, "");
        hear("received", null, null, ",'subtype':'stop','label':'stop received — aborting turn'");
        assertThat(tree.roots()).extracting(HudNode::kind).containsExactly(Kind.TURN, Kind.RECEIVED);
        assertThat(tree.roots().getLast().state()).isEqualTo(State.DONE);
        hear("received", null, null, ",'subtype':'new_session','label':'/new received — resetting session'");
        assertThat(tree.roots()).hasSize(1);
    }

    @Test
    void questions_to_people_and_models_are_shown_with_the_time_they_took() {
        hear("turn_start", "turn-1", null, "");
        var asked = hear(
                "approval_start",
                "appr-1",
                "turn-1",
                ",'tool':'exec','args':{'command':'rm'},'reason':'r','expiresAt':'2025-03-14T23:35:00Z'");
        assertThat(asked.isRunning()).isTrue();
        hear("approval_end", "appr-1", "turn-1", ",'tool':'exec','approved':false,'status':'ok','durationMs':2300");
        assertThat(asked.isRunning()).isFalse();
        assertThat(asked.duration()).isEqualTo(2300);
        var model = hear("model_end", null, "turn-1", ",'durationMs':1900,'status':'ok'");
        assertThat(model.parent()).isSameAs(tree.roots().getFirst());
        assertThat(model.duration()).isEqualTo(1900);
    }

    @Test
    void however_long_it_runs_only_the_newest_are_kept_and_what_runs_last_of_all_is_forgotten() {
        hear("turn_start", "turn-1", null, "");
        var slow = hear("tool_start", "slow", "turn-1", ",'tool':'exec','args':{'command':'sleep 9'}");
        for (int i = 0; i < 10_000; i++) {
            hear("tool_start", "c-" + i, "turn-1", ",'tool':'read','args':{'path':'a'}");
            hear("tool_end", "c-" + i, "turn-1", ",'tool':'read','result':{'ok':true},'status':'ok','durationMs':2");
        }
        assertThat(tree.roots()).hasSize(1);
        assertThat(tree.roots().getFirst().children()).hasSize(49).contains(slow);

        for (int i = 0; i < 10_000; i++) {
            hear("turn_start", "t-" + i, null, ""); // none of them ever ends
        }
        assertThat(tree.roots().stream()
                        .mapToInt(root -> 1 + root.children().size())
                        .sum())
                .isEqualTo(50);
        assertThat(tree.roots().getLast().isRunning()).isTrue();
    }

    /** Quotes are written as apostrophes. */
    private HudNode hear(String event, @Nullable String correlationId, @Nullable String parentId, String more) {
        var frame = (ObjectNode) Json.mapper()
                .readTree("{\"type\":\"hud\",\"event\":\"%s\",\"id\":\"id-%d\",\"ts\":1%s}"
                        .formatted(event, ids++, more.replace('\'', '"')));
        if (correlationId != null) {
            frame.put("correlationId", correlationId);
        }
        if (parentId != null) {
            frame.put("parentId", parentId);
        }
        return tree.take(read(frame.toString()));
    }

    private static HudEvent read(String frame) {
        return HudFrames.readAnswer(frame) instanceof FromGateway.Activity(var event) ? event : throwing(frame);
    }

    private static HudEvent throwing(String frame) {
        throw new AssertionError("no activity: " + frame);
    }
}
