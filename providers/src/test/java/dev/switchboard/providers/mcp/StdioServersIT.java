package dev.switchboard.providers.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.switchboard.core.bound.Total;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.Tool;
import dev.switchboard.json.Json;
import dev.switchboard.testkit.Contexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** A server that is a process, and misbehaves. */
class StdioServersIT {
    private static final McpTimeLimits LIMITS = new McpTimeLimits(Duration.ofSeconds(60), Duration.ofSeconds(60));
    private static final McpTimeLimits SHORT = new McpTimeLimits(Duration.ofSeconds(60), Duration.ofSeconds(1));
    private static final McpServer.Pauses PAUSES =
            new McpServer.Pauses(Duration.ofMillis(100), Duration.ofSeconds(5), Duration.ofMinutes(1));

    private static final String KEY = "sk-very-secret-key";

    private final Total toolOutput = new Total("tool output", 4 * 1024 * 1024);
    private final List<McpServers> opened = new ArrayList<>();

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        opened.forEach(McpServers::close);
    }

    @Test
    void toolsAppearWithNamesAndDescriptionsAndOnlyTheOwnerSaysWhatTheyDo() {
        McpServers servers = start(settings("one", "", LIMITS));
        awaitTools(servers);
        assertThat(servers.tools())
                .extracting(tool -> tool.spec().name(), Tool::effect)
                .startsWith(
                        tuple("one_echo", Effect.EXECUTE),
                        tuple("one_look_up", Effect.EXECUTE),
                        tuple("one_change", Effect.EXECUTE),
                        tuple("one_unknown", Effect.EXECUTE),
                        tuple("one_overridden", Effect.WRITE));
        assertThat(servers.tools()).extracting(tool -> tool.spec().name()).doesNotHaveDuplicates();
        Tool echo = servers.tools().getFirst();
        assertThat(echo.spec().description()).isEqualTo("Says it again");
        assertThat(echo.spec().parameters().toString()).contains("\"text\":{\"type\":\"string\"}");
        assertThat(servers.tools().get(1).spec().description()).isEqualTo("Looks it up");
        assertThat(servers.tools().get(3).spec().parameters().toString()).isEqualTo("{\"type\":\"object\"}");
    }

    @Test
    void nothingWaitsForAServerOrFailsBecauseOfOne() {
        long start = System.nanoTime();
        McpServers servers = start(
                settings("silent", "silent", LIMITS),
                new McpServerSettings("missing", stdio(List.of("/no/such/program"), Map.of()), Map.of(), LIMITS),
                settings("good", "", LIMITS));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LIMITS.initialize());
        awaitTools(servers);
        assertThat(servers.tools()).allMatch(tool -> tool.spec().name().startsWith("good_"));
    }

    @Test
    void aCallGivesWhatTheServerGave() throws Exception {
        McpServers servers = start(settings("one", "", LIMITS));
        assertThat(call(servers, "echo", "hällo").toString())
                .isEqualTo("{\"ok\":true,\"raw\":[{\"type\":\"text\",\"text\":\"hällo\"}]}");
        assertThat(call(servers, "structured").toString()).isEqualTo("{\"ok\":true,\"raw\":{\"a\":1}}");
    }

    @Test
    void aToolThatFailsSaysWhy() throws Exception {
        McpServers servers = start(settings("one", "", LIMITS));
        assertThat(call(servers, "fails").toString())
                .isEqualTo("{\"ok\":false,\"raw\":[{\"type\":\"text\",\"text\":\"the disk is full\"}],"
                        + "\"error\":\"the disk is full\"}");
        assertFailed(
                call(servers, "unknown"),
                "the MCP server one failed: it answered with an error: no tool unknown (-32602)");
    }

    @Test
    void aServerThatDiesFailsTheCallAndIsBackForTheNext() throws Exception {
        McpServers servers = start(settings("one", "", LIMITS));
        String first = textOf(call(servers, "pid"));
        assertFailed(call(servers, "die"), "its process has ended with exit code 3", "is not known");
        assertThat(servers.tools()).isNotEmpty();
        String second = textOf(call(servers, "pid"));
        assertThat(second).isNotEqualTo(first);
    }

    @Test
    void aServerThatCannotComeBackIsToldInWords() throws Exception {
        Path program = folder.resolve("server.mjs");
        Files.copy(script(), program);
        McpServers servers = start(
                new McpServerSettings("one", stdio(List.of("node", program.toString()), Map.of()), Map.of(), LIMITS));
        awaitTools(servers);
        Files.delete(program);
        call(servers, "die");
        assertFailed(call(servers, "echo", "hello"), "the MCP server one failed: it is down, as its process has ended");
    }

    @Test
    void aServerThatAlwaysDiesIsStartedLessAndLessOften() throws IOException {
        Path starts = folder.resolve("starts");
        start(new McpServerSettings(
                "one",
                stdio(List.of("node", script().toString(), "dies"), Map.of("STARTS", starts.toString())),
                Map.of(),
                LIMITS));
        await().atMost(Duration.ofSeconds(60))
                .until(() -> Files.exists(starts) && Files.readAllLines(starts).size() >= 4);
        List<Long> times =
                Files.readAllLines(starts).stream().map(Long::valueOf).toList();
        assertThat(times.get(1) - times.get(0)).isGreaterThanOrEqualTo(100);
        assertThat(times.get(2) - times.get(1)).isGreaterThanOrEqualTo(200);
        assertThat(times.get(3) - times.get(2)).isGreaterThanOrEqualTo(400);
    }

    @Test
    void aVersionNobodyKnowsIsNotSpoken() throws Exception {
        McpServer server =
                new McpServer(settings("one", "newer", LIMITS), environment(), "1.0", toolOutput, Masking.NONE, PAUSES);
        server.start();
        try (server) {
            assertThat(catchThrowableOfType(
                                    McpFailed.class, () -> server.call("echo", JsonNodeFactory.instance.objectNode()))
                            .why())
                    .contains("it speaks version \"2099-01-01\"");
        }
    }

    @Test
    void aCallThatTakesTooLongIsWithdrawn() throws Exception {
        McpServers servers = start(settings("one", "", SHORT));
        assertFailed(call(servers, "hang"), "it did not answer within 1 s");
        assertThat(textOf(call(servers, "notified"))).contains("notifications/cancelled", "no answer in time");
    }

    @Test
    void anInterruptEndsACallAndWithdrawsIt() throws Exception {
        McpServers servers = start(settings("one", "", LIMITS));
        awaitTools(servers);
        assertInterruptible(servers, "hang", "");
        assertThat(textOf(call(servers, "notified"))).contains("notifications/cancelled", "stopped");
    }

    @Test
    void aServerThatDoesNotReadHoldsNobodyUp() throws Exception {
        McpServers servers = start(settings("one", "", LIMITS));
        call(servers, "deaf");
        assertInterruptible(servers, "echo", "x".repeat(1_000_000));
    }

    @Test
    void changedToolsAreListedAgain() throws Exception {
        McpServers servers = start(settings("one", "", LIMITS));
        call(servers, "grow");
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(servers.tools())
                .extracting(tool -> tool.spec().name())
                .contains("one_grown"));
    }

    @Test
    void aListThatFailsLeavesTheOldOneAndTheServerAlone() throws Exception {
        McpServers servers = start(settings("one", "", LIMITS));
        String pid = textOf(call(servers, "pid"));
        call(servers, "spoil");
        await().atMost(Duration.ofSeconds(60))
                .until(() -> !textOf(call(servers, "spoiledLists")).equals("0"));
        assertThat(textOf(call(servers, "pid"))).isEqualTo(pid);
    }

    @Test
    void noiseOnItsOutputIsOverheard() throws Exception {
        McpServers servers = start(settings("one", "", LIMITS));
        assertThat(textOf(call(servers, "noise"))).isEqualTo("after the noise");
    }

    @Test
    void complaintsWithoutEndDoNotBlockIt() throws Exception {
        McpServers servers = start(settings("one", "complains", LIMITS));
        assertThat(textOf(call(servers, "echo", "still here"))).isEqualTo("still here");
    }

    @Test
    void itsComplaintsAreLoggedWithoutOurKeys() throws Exception {
        Logger link = (Logger) LoggerFactory.getLogger(StdioLink.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        link.addAppender(log);
        link.setLevel(Level.DEBUG);
        try {
            McpServers servers = start(settings("one", "", LIMITS));
            call(servers, "complain", "x".repeat(990) + KEY);
            await().atMost(Duration.ofSeconds(10)).until(() -> log.list.stream()
                    .anyMatch(line -> line.getFormattedMessage().contains("xxx••••")));
        } finally {
            link.setLevel(null);
            link.detachAppender(log);
        }
        assertThat(log.list).extracting(ILoggingEvent::getFormattedMessage).noneMatch(line -> line.contains("sk-very"));
    }

    @Test
    void anAnswerThatDoesNotFitFailsItsCallAndTheNextIsAnswered() throws Exception {
        McpServers servers = start(settings("one", "", LIMITS));

        assertFailed(call(servers, "much", "2000000"), "did not fit into the memory");
        assertThat(textOf(call(servers, "much", "100000"))).hasSize(100_000);
        assertThat(toolOutput.cuts()).isEqualTo(1);
    }

    @Test
    void aServerMayAskWhetherWeAreThereAndNothingElse() throws Exception {
        McpServers servers = start(settings("one", "", LIMITS));
        call(servers, "ask");
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(textOf(call(servers, "replies")))
                .contains("{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"result\":{}}")
                .contains("\"id\":\"r\",\"error\":{\"code\":-32601"));
    }

    @Test
    void itGetsTheEnvironmentAndFolderItIsGivenAndNoOther() throws Exception {
        var stdio = new McpServerSettings.Stdio(List.of("node", script().toString()), Map.of("OWN", "yes"), folder);
        McpServers servers = start(new McpServerSettings("one", stdio, Map.of(), LIMITS));
        JsonNode environment = Json.mapper().readTree(textOf(call(servers, "env")));
        assertThat(environment.propertyNames()).contains("OWN", "PATH").doesNotContain("HOME", "USER", "JAVA_HOME");
        assertThat(textOf(call(servers, "cwd"))).isEqualTo(folder.toRealPath().toString());
    }

    @Test
    void closingEndsIt() throws Exception {
        McpServers servers = start(settings("one", "", LIMITS));
        ProcessHandle process = processOf(servers);
        servers.close();
        assertEnded(process);
        assertFailed(call(servers, "echo", "hello"), "the gateway is stopping");
    }

    @Test
    void closingEndsEvenOneThatIgnoresBeingAsked() throws Exception {
        McpServers servers = start(settings("one", "stubborn", LIMITS));
        ProcessHandle process = processOf(servers);
        servers.close();
        assertEnded(process);
    }

    @Test
    void closingEndsWhatItHasStarted() throws Exception {
        List<String> throughAShell = List.of("/bin/sh", "-c", "node '%s' stubborn; true".formatted(script()));
        McpServers servers = start(new McpServerSettings("one", stdio(throughAShell, Map.of()), Map.of(), LIMITS));
        ProcessHandle node = processOf(servers);
        servers.close();
        assertEnded(node);
    }

    private void assertInterruptible(McpServers servers, String tool, String text) throws Exception {
        var outcome = new CompletableFuture<Throwable>();
        Tool called = tool(servers, tool);
        var arguments = JsonNodeFactory.instance.objectNode().put("text", text);
        Thread caller = Thread.ofVirtual().start(() -> {
            try {
                called.run(arguments, Contexts.none());
            } catch (Throwable e) {
                outcome.complete(e);
            }
        });
        await().atMost(Duration.ofSeconds(60)).until(() -> caller.getState() == Thread.State.TIMED_WAITING);
        caller.interrupt();
        assertThat(outcome.get(60, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
    }

    private static void assertEnded(ProcessHandle process) {
        await().atMost(Duration.ofSeconds(60)).until(() -> !process.isAlive() || isZombie(process));
    }

    /** It has ended, and only whoever inherited it has not yet looked. */
    private static boolean isZombie(ProcessHandle process) throws IOException {
        Path stat = Path.of("/proc", Long.toString(process.pid()), "stat");
        try {
            return Files.readString(stat).contains(") Z ");
        } catch (NoSuchFileException e) {
            return true;
        }
    }

    private ProcessHandle processOf(McpServers servers) throws Exception {
        return ProcessHandle.of(Long.parseLong(textOf(call(servers, "pid")))).orElseThrow();
    }

    private McpServers start(McpServerSettings... settings) {
        var servers = new McpServers(
                List.of(settings), environment(), Set.of(), "1.0", toolOutput, new Masking(List.of(KEY)), PAUSES);
        opened.add(servers);
        servers.start();
        return servers;
    }

    private static void awaitTools(McpServers servers) {
        await().atMost(Duration.ofSeconds(60)).until(() -> !servers.tools().isEmpty());
    }

    private static Map<String, String> environment() {
        return Map.of("PATH", System.getenv("PATH"));
    }

    private static McpServerSettings settings(String name, String mode, McpTimeLimits limits) {
        return new McpServerSettings(
                name,
                stdio(List.of("node", script().toString(), mode), Map.of()),
                Map.of("overridden", Effect.WRITE),
                limits);
    }

    private static McpServerSettings.Stdio stdio(List<String> command, Map<String, String> environment) {
        return new McpServerSettings.Stdio(command, environment, null);
    }

    private static Path script() {
        return Path.of("src/test/resources/mcp/server.mjs").toAbsolutePath();
    }

    private static JsonNode call(McpServers servers, String tool) throws InterruptedException {
        return call(servers, tool, null);
    }

    private static JsonNode call(McpServers servers, String tool, @Nullable String text) throws InterruptedException {
        var arguments = JsonNodeFactory.instance.objectNode();
        Optional.ofNullable(text).ifPresent(given -> arguments.put("text", given));
        return tool(servers, tool).run(arguments, Contexts.none()).json();
    }

    private static Tool tool(McpServers servers, String name) {
        awaitTools(servers);
        return servers.tools().stream()
                .filter(one -> one.spec().name().equals("one_" + name))
                .findFirst()
                .orElseThrow();
    }

    private static String textOf(JsonNode result) {
        return result.path("raw").path(0).path("text").stringValue();
    }

    private static void assertFailed(JsonNode result, String... words) {
        assertThat(result.path("ok").booleanValue()).as(result.toString()).isFalse();
        assertThat(result.path("error").stringValue()).contains(words);
        assertThat(result.has("raw")).isTrue();
    }
}
