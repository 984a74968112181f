package dev.switchboard.cli.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class TaskOptionsTest {
    @Test
    void both_ways_to_read_a_command_line_understand_the_same() {
        for (var line : List.of(
                "goal",
                "-",
                "a=b --stream --json",
                "--attach run-1 --url http://x --token-file t",
                "goal --mode=always_ask --timeout 10m --max-tokens 5 --agent a --session s:1",
                "--plan p.md --memory m --artifact a --artifact=b --key k goal --give-up 5s --ca c --data d")) {
            var words = List.of(line.split(" "));
            assertThat(TaskOptions.plain(words))
                    .as(line)
                    .usingRecursiveComparison()
                    .isEqualTo(CommandLine.populateCommand(new TaskOptions(), words.toArray(String[]::new)));
        }
    }

    @Test
    void what_is_not_plain_is_left_to_the_real_parser() {
        for (var words : List.of(
                List.of("--help"),
                List.of("one", "two"),
                List.of("--mode"),
                List.of("--strem", "x"),
                List.of("--key="))) {
            assertThat(TaskOptions.plain(words)).as(words.toString()).isNull();
        }
    }
}
