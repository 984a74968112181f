package dev.switchboard.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.cli.approve.ApproveOptions;
import dev.switchboard.cli.device.DeviceOptions;
import dev.switchboard.cli.option.Options;
import dev.switchboard.cli.task.TaskOptions;
import dev.switchboard.cli.watch.WatchOptions;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class ParserTest {
    @Test
    void both_readers_understand_the_same() {
        both(
                () -> new DeviceOptions().all(),
                "",
                "--json",
                "--url ws://a/b --peer-id=desk --device-name Desk",
                "--state /x --heartbeat 5s --give-up=1m --data d",
                "--ca ca.pem --token-file=t --token-in-connect --json");
        both(
                () -> new TaskOptions().all(),
                "goal",
                "-",
                "a=b --stream --json",
                "--attach run-1 --url http://x --token-file t",
                "goal --mode=always_ask --timeout 10m --max-tokens 5 --agent a --session s:1",
                "--plan p.md --memory m --artifact a --artifact=b --key k goal --give-up 5s --ca c --data d");
        both(() -> new ApproveOptions().all(), "3f2a --deny --reason=no", "--watch --json", "--url=http://x --data d");
        both(() -> new WatchOptions().all(), "", "web-1 --json", "--url=http://x --data d --token-file t a:b");
        both(() -> new ConfigOptions(Map.of()).all(), "--host ::1 --port=0 --data d --config c", "--port 18081");
    }

    @Test
    void what_is_left_out_is_what_it_was_before() {
        var options = new TaskOptions().all();
        for (var option : parser(options).getCommandSpec().options()) {
            assertThat(option.initialValue()).as(option.longestName()).isEqualTo((Object) option.getValue());
        }
    }

    private static void both(Supplier<Options> made, String... lines) {
        for (var line : lines) {
            var words = line.isEmpty() ? new String[0] : line.split(" ");
            var plain = made.get();
            assertThat(plain.read(List.of(words))).as(line).isTrue();
            var parsed = made.get();
            parser(parsed).parseArgs(words);
            assertThat(plain).as(line).usingRecursiveComparison().isEqualTo(parsed);
        }
    }

    private static CommandLine parser(Options options) {
        var command = CommandSpec.create();
        Parser.add(options, command);
        return new CommandLine(command);
    }
}
