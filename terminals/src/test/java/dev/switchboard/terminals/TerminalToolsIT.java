package dev.switchboard.terminals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.bound.Total;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.HeldOutput;
import dev.switchboard.core.tool.Plan;
import dev.switchboard.core.tool.PlanHolder;
import dev.switchboard.core.tool.ProcessGroup;
import dev.switchboard.core.tool.ProcessJournal;
import dev.switchboard.core.tool.Tool;
import dev.switchboard.core.tool.ToolContext;
import dev.switchboard.core.workspace.WorkFolder;
import dev.switchboard.json.Json;
import dev.switchboard.tools.exec.LinuxProcessGroups;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An agent works in a terminal. */
@Timeout(300)
class TerminalToolsIT {
    @TempDir
    Path folder = Path.of("");

    private PtyTerminals terminals;
    private List<Tool> tools;

    @BeforeEach
    void open() {
        terminals = new PtyTerminals(
                folder.resolve("default"),
                Map.of("PATH", System.getenv("PATH"), "HOME", folder.toString(), "SHELL", "/bin/bash"),
                folder.resolve("native"),
                new LinuxProcessGroups(),
                Clock.systemUTC());
        tools = TerminalTools.all(terminals);
    }

    @AfterEach
    void close() {
        terminals.close();
    }

    /** @param arguments with single quotes */
    private JsonNode call(String tool, String arguments) throws InterruptedException {
        return call(tool, (ObjectNode) Json.mapper().readTree(arguments.replace('\'', '"')));
    }

    private JsonNode call(String tool, ObjectNode arguments) throws InterruptedException {
        return tool(tool).run(arguments, context()).json();
    }

    private Tool tool(String name) {
        return tools.stream()
                .filter(tool -> tool.spec().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private JsonNode send(String id, String data) throws InterruptedException {
        return call(
                "sendToTerminal",
                Json.mapper().createObjectNode().put("session_id", id).put("data", data));
    }

    private String create() throws InterruptedException {
        return call("createTerminal", "{}").path("raw").path("session_id").stringValue();
    }

    private ToolContext context() {
        var noProcesses = new ProcessJournal() {
            @Override
            public void starting(ProcessGroup group) {
                throw new AssertionError("a terminal belongs to no run");
            }

            @Override
            public void ended(ProcessGroup group) {
                throw new AssertionError("a terminal belongs to no run");
            }
        };
        var noPlan = new PlanHolder() {
            @Override
            public Optional<Plan> plan() {
                return Optional.empty();
            }

            @Override
            public void change(Plan plan) {
                throw new AssertionError("no tool here changes the plan");
            }
        };
        var session = new SessionId("s");
        return new ToolContext(
                session,
                new RunId("r"),
                new WorkFolder(folder.resolve("work"), null),
                noProcesses,
                noPlan,
                () -> false,
                new HeldOutput(new Total("tool output", 1024 * 1024), session));
    }

    @Test
    void a_short_command_takes_one_call() throws Exception {
        var created = call("createTerminal", "{'name':'build'}");
        assertThat(created.path("ok").booleanValue()).isTrue();
        var id = created.path("raw").path("session_id").stringValue();
        assertThat(created.path("summary").stringValue())
                .isEqualTo("Terminal created: %s in %s".formatted(id, folder.resolve("work")));
        assertThat(created.path("raw").path("name").stringValue()).isEqualTo("build");

        var sent = send(id, "echo $((40+2)) in $PWD\r");

        assertThat(sent.path("ok").booleanValue()).isTrue();
        var output = new StringBuilder(sent.path("raw").path("output").stringValue());
        long next = sent.path("raw").path("next").longValue();
        // A busy machine may need longer than a call waits.
        await().atMost(Watcher.PATIENCE).until(() -> {
            var more = call("readTerminal", "{'session_id':'%s','after':%d}".formatted(id, next));
            return (output + more.path("raw").path("output").stringValue()).contains("42 in " + folder.resolve("work"));
        });
        assertThat(output.toString()).doesNotContain("\033");
    }

    @Test
    void it_starts_in_a_folder_of_the_agents_workspace() throws Exception {
        Files.createDirectories(folder.resolve("work/src"));
        assertThat(call("createTerminal", "{'working_dir':'src'}")
                        .path("raw")
                        .path("working_dir")
                        .stringValue())
                .isEqualTo(folder.resolve("work/src").toString());
        assertThat(call("createTerminal", "{'working_dir':'missing'}")
                        .path("error")
                        .stringValue())
                .isEqualTo("There is no folder %s to start a terminal in.".formatted(folder.resolve("work/missing")));
    }

    @Test
    void the_list_is_of_all_terminals() throws Exception {
        assertThat(call("listTerminals", "{}").path("summary").stringValue()).isEqualTo("There are no terminals");
        var id = create();
        terminals.create("of a person", null, null);

        var list = call("listTerminals", "{}");

        assertThat(list.path("summary").stringValue())
                .isEqualTo("There are 2 terminals\n%s in %s\n%s in %s (of a person)"
                        .formatted(
                                id,
                                folder.resolve("work"),
                                terminals.list().getLast().id(),
                                folder.resolve("default")));
        assertThat(list.path("raw").path("sessions").size()).isEqualTo(2);
    }

    @Test
    void a_shell_that_exits_meanwhile_is_told_with_its_last_words() throws Exception {
        var id = create();
        // Once the prompt is there, the answer comes within the call's patience.
        await().atMost(Watcher.PATIENCE)
                .until(() -> !terminals.read(id, 0).orElseThrow().text().isEmpty());
        var sent = send(id, "echo by''e; exit 5\r");
        if (sent.path("raw").has("exit_code")) {
            assertThat(sent.path("raw").path("output").stringValue()).contains("bye");
            assertThat(sent.path("summary").stringValue()).isEqualTo(id + " has ended with exit code 5");
        }
        await().atMost(Watcher.PATIENCE).until(() -> terminals.list().isEmpty());
        assertThat(send(id, "x").path("error").stringValue())
                .isEqualTo("there is no terminal \"%s\", or it has ended; there are none".formatted(id));
    }

    @Test
    void a_long_output_is_given_by_its_end() throws Exception {
        var id = create();
        send(id, "seq 1 20000; echo do''ne\r");
        await().atMost(Watcher.PATIENCE)
                .until(() -> terminals.read(id, 0).orElseThrow().text().contains("done"));

        var read = call("readTerminal", "{'session_id':'%s'}".formatted(id));

        assertThat(read.path("raw").path("truncated").booleanValue()).isTrue();
        assertThat(read.path("raw").path("output").stringValue())
                .contains("19999\n20000\ndone")
                .hasSizeLessThanOrEqualTo(16_000);
        assertThat(call(
                                "readTerminal",
                                "{'session_id':'%s','after':%d}"
                                        .formatted(
                                                id,
                                                read.path("raw").path("next").longValue()))
                        .path("raw")
                        .path("truncated")
                        .booleanValue())
                .isFalse();
    }

    @Test
    void closing_is_done_when_it_answers() throws Exception {
        var id = create();
        assertThat(call("closeTerminal", "{'session_id':'%s'}".formatted(id))
                        .path("summary")
                        .stringValue())
                .isEqualTo("Closed " + id);
        assertThat(terminals.list()).isEmpty();
        assertThat(call("closeTerminal", "{'session_id':'%s'}".formatted(id))
                        .path("ok")
                        .booleanValue())
                .isFalse();
    }

    @Test
    void a_call_that_says_too_little_is_answered_in_words() throws Exception {
        assertThat(call("sendToTerminal", "{'data':'x'}").path("error").stringValue())
                .isEqualTo("session_id is required");
        assertThat(call("sendToTerminal", "{'session_id':'session-1'}")
                        .path("error")
                        .stringValue())
                .isEqualTo("data is required");
        assertThat(call("readTerminal", "{'session_id':'session-1','after':-1}")
                        .path("error")
                        .stringValue())
                .isEqualTo("after must be a whole number from 0 on");
        assertThat(call("createTerminal", "{'name':7}").path("error").stringValue())
                .isEqualTo("name must be a text");
    }

    @Test
    void what_only_looks_is_known_as_such() {
        assertThat(tools)
                .filteredOn(tool -> tool.effect() == Effect.READ)
                .extracting(tool -> tool.spec().name())
                .containsExactlyInAnyOrder("listTerminals", "readTerminal");
        assertThat(tools)
                .filteredOn(tool -> tool.effect() == Effect.EXECUTE)
                .extracting(tool -> tool.spec().name())
                .containsExactlyInAnyOrder("createTerminal", "sendToTerminal", "closeTerminal");
        var arguments = Json.mapper().createObjectNode().put("session_id", "s").put("data", "rm -rf x\r");
        assertThat(tool("sendToTerminal").shown(arguments)).isEqualTo(arguments);
        assertThat(tool("sendToTerminal").command(arguments))
                .as("what is typed into who knows what is no command an allow rule could know")
                .isEmpty();
    }
}
