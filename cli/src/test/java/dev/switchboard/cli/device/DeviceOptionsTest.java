package dev.switchboard.cli.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class DeviceOptionsTest {
    @Test
    void both_ways_to_read_a_command_line_understand_the_same() {
        for (var line : List.of(
                "",
                "--json",
                "--url ws://a/b --peer-id=desk --device-name Desk",
                "--state /x --heartbeat 5s --give-up=1m",
                "--ca ca.pem --token-file=t --token-in-connect --json")) {
            var words = line.isEmpty() ? List.<String>of() : List.of(line.split(" "));

            var plain = DeviceOptions.plain(words);

            assertThat(plain)
                    .as(line)
                    .usingRecursiveComparison()
                    .isEqualTo(CommandLine.populateCommand(new DeviceOptions(), words.toArray(String[]::new)));
        }
    }

    @Test
    void what_is_not_plain_is_left_to_the_real_parser() {
        for (var words : List.of(
                List.of("--help"),
                List.of("--url"),
                List.of("--url="),
                List.of("--url", "--json"),
                List.of("--json=true"),
                List.of("word"),
                List.of("--tokn", "x"))) {
            assertThat(DeviceOptions.plain(words)).as(words.toString()).isNull();
        }
    }
}
