package dev.switchboard.cli.approve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.json.Json;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class QuestionPageTest {
    private static final Instant NOW = Instant.parse("2026-11-16T08:00:00Z");

    @Test
    void aCommandStandsThereWithItsFolder() {
        assertThat(lines("exec", "execute", arguments("command", "npm test").put("cwd", "my-project")))
                .containsExactly(
                        "3f2a91c0  exec  4 min left",
                        "    command: npm test",
                        "    cwd: my-project",
                        "  folder   my-project, of the workspace",
                        "  session  terminal-dev:local:device-001",
                        "  reason   It runs something on this machine.");
        assertThat(lines("exec", "execute", arguments("command", "ls"))).contains("  folder   the workspace");
    }

    @Test
    void aCommandCannotBeDisguised() {
        var command = "ls\u001b[2K\r\n  session  nobody\u202e # harmless\u0000";
        assertThat(lines("exec", "execute", arguments("command", command)))
                .containsExactly(
                        "3f2a91c0  exec  4 min left",
                        "    command: ls<U+001B>[2K\\r\\n",
                        "    |   session  nobody<U+202E> # harmless<U+0000>",
                        "  folder   the workspace",
                        "  session  terminal-dev:local:device-001",
                        "  reason   It runs something on this machine.");
    }

    @Test
    void namesAreNoWayOutEither() {
        var arguments = arguments("x\n  reason   It is fine.", "y");
        assertThat(lines("a\u001b[31mb", "network", arguments))
                .startsWith("3f2a91c0  a<U+001B>[31mb  4 min left", "    x\\n  reason   It is fine.: y")
                .hasSize(4);
    }

    @Test
    void aLongTextIsShortenedAndItsLengthSaid() {
        var arguments = arguments("path", "notes.md").put("content", "x".repeat(12_345));
        assertThat(lines("write", "write", arguments))
                .contains(
                        "    path: notes.md",
                        "    content: " + "x".repeat(400),
                        "  note     content has 12,345 characters, of which the first 400 are shown; approve --json"
                                + " shows all");
        assertThat(lines("write", "write", arguments("content", "x".repeat(399) + "🙂🙂")))
                .contains("    content: " + "x".repeat(399));
    }

    @Test
    void aCommandIsNeverShortened() {
        var command = "x".repeat(50_000) + "; rm -rf x";
        assertThat(lines("exec", "execute", arguments("command", command))).contains("    command: " + command);
    }

    @Test
    void whatIsNoTextIsShownAsJson() {
        var arguments = arguments("path", "a");
        arguments.putObject("options").put("deep", true).put("odd", "\u001b");
        assertThat(lines("files_delete", "write", arguments))
                .contains("    options: {\"deep\":true,\"odd\":\"\\u001B\"}");
    }

    @ParameterizedTest
    @CsvSource({
        "08:04:59,4 min left",
        "08:01:00,1 min left",
        "08:00:59,59 s left",
        "08:00:00.5,1 s left",
        "08:00:00,time is up",
        "07:00:00,time is up"
    })
    void theTimeLeftIsInWords(String until, String words) {
        assertThat(QuestionPage.timeLeft(Instant.parse("2026-11-16T" + until + "Z"), NOW))
                .isEqualTo(words);
    }

    @Test
    void onATerminalIdToolAndCommandStandOut() {
        assertThat(new QuestionPage(true)
                        .lines(question("exec", "execute", arguments("command", "make")), "3f2a91c0", NOW))
                .startsWith(
                        "\u001b[1;33m3f2a91c0\u001b[0m  \u001b[1mexec\u001b[0m  4 min left",
                        "    command: \u001b[1mmake\u001b[0m");
    }

    @Test
    void anIdIsAsShortAsItCanBe() {
        var one = withId("approval-3f2a91c0-1111");
        var other = withId("approval-3f2a91c0-1122");
        assertThat(one.shortId(List.of(one))).isEqualTo("3f2a91c0");
        assertThat(one.shortId(List.of(one, other))).isEqualTo("3f2a91c0-111");
        assertThat(withId("odd").shortId(List.of(one))).isEqualTo("odd");
    }

    private static List<String> lines(String tool, String effect, ObjectNode arguments) {
        return new QuestionPage(false).lines(question(tool, effect, arguments), "3f2a91c0", NOW);
    }

    private static Question withId(String id) {
        return Question.of(Json.mapper().createObjectNode().put("approval_id", id));
    }

    private static ObjectNode arguments(String name, String value) {
        return Json.mapper().createObjectNode().put(name, value);
    }

    private static Question question(String tool, String effect, ObjectNode arguments) {
        var json = Json.mapper()
                .createObjectNode()
                .put("approval_id", "approval-3f2a91c0-1111")
                .put("session_id", "terminal-dev:local:device-001")
                .put("effect", effect)
                .put("reason", "It runs something on this machine.")
                .put("expires_at", "2026-11-16T08:04:30Z");
        json.putObject("tool_call").put("name", tool).set("arguments", arguments);
        return Question.of(json);
    }
}
