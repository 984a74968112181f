package dev.switchboard.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.client.hud.ActivityTree;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TreeTextTest {
    private static final Instant NOW = Instant.ofEpochMilli(1741995002000L + 65_000);

    private final ActivityTree tree = new ActivityTree(50);

    @Test
    void a_turn_stands_above_what_happens_in_it_each_with_its_time_and_how_it_stands() {
        fill();
        assertThat(new TreeText(false).lines(tree, NOW)).containsExactly("""
            ● message received: hello world
            ● turn  1 min 5 s  running
            ├─ ● think  The file first.  770 ms  ok
            ├─ ● read  a.md:L10–L12  210 ms  ok
            ├─ ● exec  exit 3  4.5 s  error  the command ended with 3
            ├─ ● model  silent for 640 ms  1.9 s  ok
            ├─ ● approval  exec  rm -r build  2 min 3 s  allowed  by Chrome on Android
            └─ ● approval  exec  rm -r build  1 min 5 s  waits for you\
            """.split("\n"));
    }

    @Test
    void how_it_stands_is_told_by_colour_too_and_what_was_before_is_dim() {
        fill();
        var lines = new TreeText(true).lines(tree, NOW);
        assertThat(lines.get(1)).contains("\u001b[36mrunning");
        assertThat(lines.get(2)).startsWith("├─ \u001b[32m●\u001b[0m \u001b[2mthink\u001b[0m");
        assertThat(lines.get(3)).contains("\u001b[1mread").contains("\u001b[32mok");
        assertThat(lines.get(4)).contains("\u001b[31merror");
        assertThat(lines.get(7)).contains("\u001b[1;33mwaits for you");
    }

    @Test
    void on_a_pipe_each_is_a_line_with_its_time() {
        var text = new NodeText(false);
        assertThat(text.line(tree.take(Heard.event("turn_start", ",'correlationId':'t'"))))
                .isEqualTo("2025-03-14T23:30:02Z  running   turn");
        start("c", "exec", "{'command':'exit 3'}");
        assertThat(text.line(tree.take(Heard.event(
                        "tool_end",
                        ",'correlationId':'c','parentId':'t','tool':'exec','status':'error','durationMs':4500,'result':{'ok':false,'error':'the"
                            + " command ended with 3'}"))))
                .isEqualTo("2025-03-14T23:30:02Z  error       exec  exit 3  4.5 s  the command ended with 3");
        assertThat(text.line(tree.take(
                        Heard.event("received", ",'subtype':'stop','label':'stop received — aborting turn'"))))
                .isEqualTo("2025-03-14T23:30:02Z  received  stop received — aborting turn");
    }

    private void fill() {
        tree.take(Heard.event(
                "received", ",'subtype':'message','label':'message received','payload':{'preview':'hello world'}"));
        tree.take(Heard.event("turn_start", ",'correlationId':'t'"));
        tree.take(Heard.event("think_start", ",'correlationId':'th','parentId':'t','replay':true"));
        tree.take(Heard.event(
                "think_end",
                ",'correlationId':'th','parentId':'t','text':'The file"
                        + " first.','truncated':false,'status':'ok','durationMs':770,'replay':true"));
        start("c1", "read", "{'path':'a.md','offset':10,'limit':3}");
        tree.take(
                Heard.event(
                        "tool_end",
                        ",'correlationId':'c1','parentId':'t','tool':'read','status':'ok','durationMs':210,'result':{'ok':true,'area':{'startLine':10,'endLine':12}}"));
        start("c2", "exec", "{'command':'exit 3'}");
        tree.take(Heard.event(
                "tool_end",
                ",'correlationId':'c2','parentId':'t','tool':'exec','status':'error','durationMs':4500,'result':{'ok':false,'error':'the"
                    + " command ended with 3'}"));
        tree.take(Heard.event("model_end", ",'parentId':'t','status':'ok','durationMs':1900,'silentMs':640"));
        ask("a1");
        tree.take(Heard.event(
                "approval_end",
                ",'correlationId':'a1','parentId':'t','tool':'exec','approved':true,'by':{'name':'Chrome on"
                        + " Android'},'status':'ok','durationMs':123000"));
        ask("a2");
    }

    private void ask(String id) {
        tree.take(Heard.event(
                "approval_start",
                ",'correlationId':'%s','parentId':'t','tool':'exec','args':{'command':'rm -r build'},'reason':'r','expiresAt':'2025-03-14T23:35:00Z'"
                        .formatted(id)));
    }

    private void start(String id, String tool, String args) {
        tree.take(Heard.event(
                "tool_start", ",'correlationId':'%s','parentId':'t','tool':'%s','args':%s".formatted(id, tool, args)));
    }
}
