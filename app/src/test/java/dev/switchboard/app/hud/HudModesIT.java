package dev.switchboard.app.hud;

import static dev.switchboard.app.hud.Hud.text;
import static dev.switchboard.app.hud.HudProtocolIT.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.testkit.Gate;
import dev.switchboard.testkit.Said;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Messages into a run that is under way: what they become, and that each is said once. */
@Timeout(180)
class HudModesIT {
    @TempDir
    Path folder;

    private HudGateway gateway;

    @BeforeEach
    void start() throws Exception {
        gateway = new HudGateway(folder);
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void messages_steer_follow_up_and_are_collected() throws Exception {
        var gate = new Gate();
        gateway.model.script((request, _) -> {
            if (gateway.model.asked().size() == 1) {
                gate.pass();
            }
            return ModelReply.text("answer to " + Said.last(request));
        });
        try (var hud = gateway.open("web-1")) {
            hud.say("m-1", "go");
            gate.awaitSomebody();
            for (var mode : List.of("followup", "collect", "steer")) {
                hud.say("s-" + mode, "by " + mode, mode);
                assertThat(hud.next(frame -> ackOf(frame, "s-" + mode))).isEqualTo(json("""
                    {"type":"ack","message_id":"s-%s","session_id":"web-1","accepted":true}\
                    """.formatted(mode)));
                assertThat(hud.frames.stream()
                                .filter(frame ->
                                        text(frame.path("payload"), "mode").equals(mode))
                                .map(frame -> text(frame.get("payload"), "preview")))
                        .isSubsetOf("by " + mode);
            }
            gate.open();
            var answer = hud.answered("m-1");
            // What was collected begins the next turn; what steers is told before the model's next word, whatever began
            // it.
            assertThat(gateway.model.asked().stream().map(Said::last)).containsExactly("go", "by steer", "by followup");
            assertThat(gateway.model.asked().get(1).messages())
                    .containsSubsequence(new ModelMessage.User("by collect"), new ModelMessage.User("by steer"));
            assertThat(text(answer, "text")).isEqualTo("answer to by followup");
            hud.settle();
            assertThat(modes(hud)).containsExactly("followup", "collect", "steer");
            for (var mode : List.of("followup", "collect", "steer")) {
                assertThat(said(hud, "s-" + mode)).as(mode).isEqualTo(1);
            }
        }
    }

    @Test
    void too_late_to_steer_is_taken_up_while_the_run_lives() throws Exception {
        var gate = new Gate();
        gateway.model.script((request, _) -> {
            if (gateway.model.asked().size() == 1) {
                gate.pass();
            }
            return ModelReply.text("answer to " + Said.last(request));
        });
        try (var hud = gateway.open("web-1")) {
            hud.say("m-1", "go");
            gate.awaitSomebody();
            // The only question to the model is under way: there is no next one to be steered.
            hud.say("s-1", "and this", "steer");
            hud.next(frame -> ackOf(frame, "s-1"));
            gate.open();
            assertThat(text(hud.answered("m-1"), "text")).isEqualTo("answer to and this");
        }
    }

    @Test
    void when_nothing_runs_a_mode_makes_no_difference() throws Exception {
        try (var hud = gateway.open("web-1")) {
            for (var mode : List.of("steer", "followup", "collect")) {
                hud.say(mode, "say " + mode, mode);
                assertThat(text(hud.answered(mode), "text")).isEqualTo(mode);
            }
            assertThat(modes(hud)).isEmpty();
        }
    }

    @Test
    void the_same_id_is_one_message_from_wherever_and_in_whatever_mode() throws Exception {
        var gate = new Gate();
        gateway.model.script((request, _) -> {
            if (gateway.model.asked().size() == 1) {
                gate.pass();
            }
            return ModelReply.text("heard");
        });
        try (var hud = gateway.open("web-1");
                var other = gateway.open("web-1")) {
            hud.say("m-1", "go");
            gate.awaitSomebody();
            other.say("m-1", "go", "steer");
            assertThat(other.next("ack").get("duplicate").booleanValue())
                    .as("of what runs")
                    .isTrue();
            hud.say("s-1", "left", "steer");
            assertThat(hud.next(frame -> ackOf(frame, "s-1")).get("accepted").booleanValue())
                    .isTrue();
            for (var mode : new String[] {"steer", "followup", null}) {
                other.say("s-1", "left", mode);
                var ack = other.next("ack");
                assertThat(ack.get("accepted").booleanValue()).as(mode).isFalse();
                assertThat(ack.get("duplicate").booleanValue()).as(mode).isTrue();
                assertThat(ack.get("pending").booleanValue()).as(mode).isTrue();
            }
            hud.say("q-1", "say queued");
            hud.next(frame -> ackOf(frame, "q-1"));
            other.say("q-1", "say queued", "collect");
            assertThat(other.next("ack").get("duplicate").booleanValue())
                    .as("of what waits")
                    .isTrue();
            gate.open();
            hud.answered("m-1");
            hud.answered("q-1");
            other.say("s-1", "left");
            var after = other.next("ack");
            assertThat(after.get("duplicate").booleanValue())
                    .as("after the run")
                    .isTrue();
            assertThat(after.get("pending").booleanValue()).isFalse();
            assertThat(text(after, "reply")).isEqualTo("heard");
            assertThat(text(after, "finish_reason")).isEqualTo("stop");
            assertThat(text(after, "run_id")).isNotEmpty();
            other.say("s-1", "right", "steer");
            assertThat(text(other.next("ack"), "code")).isEqualTo("id_reused");
            hud.settle();
            for (var id : List.of("m-1", "s-1", "q-1")) {
                assertThat(said(hud, id)).as(id).isEqualTo(1);
            }
        }
    }

    @Test
    void two_sockets_at_once_in_two_modes_say_it_once() throws Exception {
        gateway.model.script((request, _) -> {
            // So that in some rounds the second finds it running, and in some it does not.
            Thread.sleep(5);
            return ModelReply.text("heard");
        });
        int rounds = 40;
        try (var hud = gateway.open("web-1");
                var other = gateway.open("web-1")) {
            for (int i = 0; i < rounds; i++) {
                var id = "m-" + i;
                var together = new CountDownLatch(2);
                var first = Thread.ofVirtual().start(() -> {
                    meet(together);
                    hud.say(id, "say " + id, "steer");
                });
                var second = Thread.ofVirtual().start(() -> {
                    meet(together);
                    other.say(id, "say " + id);
                });
                first.join();
                second.join();
                var acks = List.of(hud.next(frame -> ackOf(frame, id)), other.next(frame -> ackOf(frame, id)));
                assertThat(acks.stream().filter(ack -> ack.get("accepted").booleanValue()))
                        .as(acks.toString())
                        .hasSize(1);
            }
            var idle = "\"state\":\"IDLE\"";
            await().until(() -> gateway.ask("GET", "/api/sessions", "").body().contains(idle));
            try (var late = gateway.open("web-1")) {
                var history = late.next("history");
                var ids = new ArrayList<String>();
                history.get("messages").forEach(message -> {
                    if (text(message, "role").equals("user")) {
                        ids.add(text(message, "message_id"));
                    }
                });
                assertThat(ids).hasSize(rounds).doesNotHaveDuplicates();
            }
        }
    }

    private static boolean ackOf(JsonNode frame, String id) {
        return Hud.type(frame).equals("ack") && text(frame, "message_id").equals(id);
    }

    /** How often a person's message with this id was shown. */
    private static long said(Hud hud, String id) {
        return hud.of("message").stream()
                .filter(message -> text(message, "role").equals("user"))
                .filter(message -> text(message, "message_id").equals(id))
                .count();
    }

    private static List<String> modes(Hud hud) {
        return hud.activity().stream()
                .filter(frame -> frame.path("payload").has("mode"))
                .map(frame -> text(frame.get("payload"), "mode"))
                .toList();
    }

    private static void meet(CountDownLatch together) {
        together.countDown();
        try {
            together.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
