package dev.switchboard.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.cli.approve.Question;
import dev.switchboard.cli.remote.CommandException;
import dev.switchboard.json.Json;
import dev.switchboard.protocol.hud.AskedCall;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnsweringTest {
    private static final long SECOND = 1_000_000_000;

    private final List<String> given = new ArrayList<>();
    private final List<String> printed = new ArrayList<>();
    private long now = 5 * SECOND;
    private final Answering answering = new Answering(
            (id, approved) -> given.add(id + " " + approved),
            printed::addAll,
            Clock.fixed(Instant.parse("2025-03-14T23:30:00Z"), ZoneOffset.UTC),
            () -> now,
            false);

    @Test
    void the_exact_call_is_printed_to_its_end_before_a_key_is_an_answer() {
        assertThat(press(Key.YES)).as("before anything is asked").isFalse();
        ask("approval-1", "rm -r build\u202e" + "x".repeat(2_000));
        assertThat(printed)
                .contains("    command: rm -r build<U+202E>" + "x".repeat(2_000))
                .first()
                .asString()
                .contains("5 min left");
        assertThat(answering.take(Key.YES, now - 1))
                .as("pressed before it was there")
                .isFalse();
        now += SECOND;
        assertThat(press(Key.OTHER)).isFalse();
        assertThat(press(Key.ENTER)).isFalse();
        assertThat(given).isEmpty();
        assertThat(press(Key.YES)).isTrue();
        assertThat(given).containsExactly("approval-1 true");
        assertThat(printed).last().isEqualTo("Allowed.");
        assertThat(answering.asked()).isNull();
    }

    @Test
    void a_key_that_is_held_down_answers_once() {
        ask("approval-1", "one");
        assertThat(press(Key.YES)).isTrue();
        ask("approval-2", "two");
        for (int i = 0; i < 100; i++) {
            now += SECOND / 2;
            assertThat(press(Key.YES)).isFalse();
        }
        now += SECOND;
        assertThat(press(Key.NO)).isTrue();
        assertThat(given).containsExactly("approval-1 true", "approval-2 false");
    }

    @Test
    void an_answer_that_came_too_late_is_said_and_not_asked_again() {
        var late = new Answering(
                (_, _) -> {
                    throw new CommandException(1, "it came too late");
                },
                printed::addAll,
                Clock.systemUTC(),
                () -> now,
                false);
        late.ask(question("approval-1", "one"), List.of());
        assertThat(late.take(Key.YES, now)).isTrue();
        assertThat(printed).last().isEqualTo("it came too late");
        assertThat(late.asked()).isNull();
    }

    private boolean press(Key key) {
        return answering.take(key, now);
    }

    private void ask(String id, String command) {
        answering.ask(question(id, command), List.of());
    }

    private static Question question(String id, String command) {
        var arguments = Json.mapper().createObjectNode().put("command", command);
        return Question.of(id, "web-1", new AskedCall("c", "exec", arguments), "r", "2025-03-14T23:35:00Z");
    }
}
