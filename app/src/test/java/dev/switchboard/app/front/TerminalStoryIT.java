package dev.switchboard.app.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.testkit.Device;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The offline agent works in a terminal, in the program as it was packed. */
@Timeout(300)
class TerminalStoryIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path folder = Path.of("");

    private Child gateway;
    private Device device;
    private int messages;

    @BeforeEach
    void start() throws Exception {
        var config = Files.writeString(folder.resolve("config.json"), """
            {"agents": {"default": {"model": "offline", "workspace": "%s"}},
             "channels": {"terminal-dev": {"kind": "terminal", "mode": "websocket",
               "config": {"approval": "always_execute"}}}}
            """.formatted(folder.resolve("work")));
        gateway = LiveGateway.run(
                "--port", "0", "--data", folder.resolve("data").toString(), "--config", config.toString());
        var line = gateway.line(said -> said.contains("devices  ws://"));
        device = Device.connect(URI.create(line.strip().split("\\s+")[1]), "desk");
    }

    @AfterEach
    void stop() {
        device.close();
        gateway.close();
    }

    private String say(String text) throws InterruptedException {
        return device.message("m-" + ++messages, text)
                .next("message")
                .path("text")
                .stringValue();
    }

    /** What the terminal shows once it matches. */
    private String read(String pattern) {
        var wanted = Pattern.compile(pattern);
        return await().atMost(PATIENCE).until(() -> say("read the terminal"), shown -> wanted.matcher(shown)
                .find());
    }

    private long shell() throws InterruptedException {
        say("run `echo pid''=$$` in it");
        var pid = Pattern.compile("pid=(\\d+)").matcher(read("pid=\\d+"));
        assertThat(pid.find()).isTrue();
        return Long.parseLong(pid.group(1));
    }

    private static boolean isGone(long pid) {
        try {
            return Files.readString(Path.of("/proc/%d/stat".formatted(pid))).contains(") Z ");
        } catch (IOException _) {
            return true;
        }
    }

    @Test
    void a_terminal_is_made_used_read_listed_and_closed_by_plain_sentences() throws Exception {
        assertThat(say("list terminals")).isEqualTo("There are no terminals");
        var created = say("create a terminal");
        assertThat(created).matches("Terminal created: session-\\d+");
        var id = created.substring(created.indexOf("session-"));
        say("run `echo $((40+2)) in $PWD` in it");
        read("42 in " + Pattern.quote(folder.resolve("work").toString()));
        assertThat(say("list terminals")).contains(id);
        long shell = shell();

        assertThat(say("close it")).isEqualTo("Closed " + id);

        assertThat(say("list terminals")).isEqualTo("There are no terminals");
        assertThat(isGone(shell)).isTrue();
        assertThat(gateway.output()).as("the log").doesNotContain("40+2");
    }

    @Test
    void a_terminal_stays_when_the_device_goes() throws Exception {
        say("create a terminal");
        long shell = shell();
        device.close();
        assertThat(isGone(shell)).isFalse();
    }

    @Test
    void a_gateway_that_stops_ends_what_runs_in_its_terminals() throws Exception {
        say("create a terminal");
        long shell = shell();
        say("run `trap '' HUP; sleep 1000` in it");

        gateway.terminate();

        assertThat(gateway.exitCode()).isZero();
        assertThat(isGone(shell)).isTrue();
    }

    @Test
    void a_gateway_that_is_killed_takes_its_terminals_with_it() throws Exception {
        say("create a terminal");
        long shell = shell();

        gateway.kill();

        await().atMost(PATIENCE).until(() -> isGone(shell));
    }
}
