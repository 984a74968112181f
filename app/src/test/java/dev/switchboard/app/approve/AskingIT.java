package dev.switchboard.app.approve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.cli.approve.ApproveOptions;
import dev.switchboard.cli.approve.ApproveProcess;
import dev.switchboard.cli.console.Streams;
import dev.switchboard.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** {@code switchboard approve} on a terminal asks for each that waits, and with {@code --watch} for each that comes. */
class AskingIT extends ApproveStory {
    @Test
    void watching_asks_for_each_with_the_exact_command_and_a_y_typed_too_early_counts_for_nothing() throws Exception {
        var keys = new Keys();
        keys.type("y\n"); // before anything was asked
        var watch = watch(keys);
        wait("exec", Json.mapper().createObjectNode().put("command", "touch one"));
        awaitPrompts(1);
        assertThat(out.toString()).contains("    command: touch one", "Allow it? y or n, s to skip it, q to quit: ");
        assertThat(workspace.resolve("one")).doesNotExist();
        keys.type("what\n");
        awaitPrompts(2);
        keys.type("y\n");
        assertThat(reply()).contains("\"ok\":true");
        assertThat(workspace.resolve("one")).exists();

        wait("exec", Json.mapper().createObjectNode().put("command", "touch two"));
        awaitPrompts(3);
        keys.type("n\n");
        assertThat(reply()).contains("the person refused it");
        assertThat(workspace.resolve("two")).doesNotExist();

        wait("exec", Json.mapper().createObjectNode().put("command", "touch three"));
        awaitPrompts(4);
        keys.end();
        assertThat(watch.join(PATIENCE)).isTrue();
        assertThat(gateway.get("/api/approvals").get("approvals").size()).isOne();
    }

    @Test
    void on_a_terminal_it_asks_for_each_that_waits_and_what_is_skipped_goes_on_waiting() throws Exception {
        try (var second = gateway.connect("device-002");
                var third = gateway.connect("device-003")) {
            wait("exec", Json.mapper().createObjectNode().put("command", "touch one"));
            say(second, "exec", Json.mapper().createObjectNode().put("command", "touch two\u202e"));
            awaitPending(2);
            say(third, "exec", Json.mapper().createObjectNode().put("command", "touch three"));
            awaitPending(3);
            var keys = new Keys();
            keys.type("y\n"); // before anything was asked
            var asking = ask(keys);
            awaitPrompts(1);
            assertThat(out.toString()).contains("    command: touch one").doesNotContain("touch two");
            keys.type("y\n");
            awaitPrompts(2);
            assertThat(out.toString()).contains("Allowed.", "    command: touch two<U+202E>");
            keys.type("skip\n");
            awaitPrompts(3);
            keys.type("n\n");
            assertThat(asking.join(PATIENCE)).isTrue();
            assertThat(out.toString())
                    .contains("Refused.")
                    .endsWith("1 still waits. No answer means no.%n".formatted());
            assertThat(reply()).contains("\"ok\":true");
            assertThat(third.next("message").get("text").stringValue()).contains("the person refused it");
            assertThat(gateway.get("/api/approvals").get("approvals").size()).isOne();
        }
    }

    @Test
    void who_quits_or_goes_away_has_answered_nothing() throws Exception {
        wait("exec", Json.mapper().createObjectNode().put("command", "touch one"));
        for (var last : List.of("q\n", "y")) { // the second without its end
            var prompts = out.toString().split("Allow it\\?", -1).length;
            var keys = new Keys();
            var asking = ask(keys);
            awaitPrompts(prompts);
            keys.type(last);
            keys.end();
            assertThat(asking.join(PATIENCE)).isTrue();
        }
        assertThat(gateway.get("/api/approvals").get("approvals").size()).isOne();
        assertThat(workspace.resolve("one")).doesNotExist();
    }

    private void awaitPending(int count) {
        await().atMost(PATIENCE)
                .until(() -> gateway.get("/api/approvals").get("approvals").size() == count);
    }

    private Thread watch(InputStream in) {
        return onTerminal(in, "--watch");
    }

    private Thread ask(InputStream in) {
        return onTerminal(in);
    }

    private Thread onTerminal(InputStream in, String... more) {
        var streams = new Streams(in, new PrintWriter(out, true), new PrintWriter(err, true), true, true, false);
        var words = new ArrayList<>(
                List.of("--url", url(), "--data", temp.resolve("data").toString()));
        words.addAll(List.of(more));
        var options = Objects.requireNonNull(ApproveOptions.plain(words));
        return Thread.ofVirtual().start(() -> {
            try {
                new ApproveProcess(Map.of(), Clock.systemUTC(), streams).run(options);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void awaitPrompts(int count) {
        await().atMost(PATIENCE).until(() -> out.toString().split("Allow it\\?", -1).length == count + 1);
    }

    /** A keyboard: what was typed can be read, and how much of it there is is known, as on a terminal. */
    private static final class Keys extends InputStream {
        private static final int END = -1;

        private final LinkedBlockingQueue<Integer> typed = new LinkedBlockingQueue<>();

        void type(String text) {
            text.chars().forEach(typed::add);
        }

        void end() {
            typed.add(END);
        }

        @Override
        public int available() {
            return typed.size();
        }

        @Override
        public int read() throws IOException {
            try {
                var next = typed.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                if (next == null) {
                    throw new IOException("nobody types");
                }
                return next;
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
    }
}
