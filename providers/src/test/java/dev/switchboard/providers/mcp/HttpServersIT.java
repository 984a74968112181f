package dev.switchboard.providers.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.bound.Total;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.tool.Tool;
import dev.switchboard.testkit.Contexts;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** A server that is reached over streamable HTTP. */
class HttpServersIT {
    private static final McpTimeLimits LIMITS = new McpTimeLimits(Duration.ofSeconds(60), Duration.ofSeconds(60));
    private static final McpServer.Pauses PAUSES =
            new McpServer.Pauses(Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofMinutes(1));

    private final HttpMcpServer server = new HttpMcpServer();
    private Total toolOutput = new Total("tool output", 64 * 1024 * 1024);
    private final List<McpServers> opened = new ArrayList<>();

    @AfterEach
    void close() {
        opened.forEach(McpServers::close);
        server.close();
    }

    @ParameterizedTest
    @EnumSource(HttpMcpServer.Answers.class)
    void toolsAreListedAndCalled(HttpMcpServer.Answers answers) throws Exception {
        server.answers = answers;
        McpServers servers = start(LIMITS);
        assertThat(call(servers, "echo").toString())
                .isEqualTo("{\"ok\":true,\"raw\":[{\"type\":\"text\",\"text\":\"hällo\"}]}");
    }

    @Test
    void sessionVersionAndTokenGoWithEveryRequest() throws Exception {
        McpServers servers = start(LIMITS);
        call(servers, "echo");
        List<HttpMcpServer.Received> received = server.received();
        assertThat(received)
                .extracting(HttpMcpServer.Received::method)
                .startsWith("initialize", "notifications/initialized")
                .contains("tools/list", "tools/call");
        assertThat(received).allMatch(one -> "Bearer token-1".equals(one.header("Authorization")));
        assertThat(received.getFirst().header("Mcp-Session-Id")).isNull();
        assertThat(received.subList(1, received.size()))
                .allMatch(one -> "session-1".equals(one.header("Mcp-Session-Id")))
                .allMatch(one -> "2025-06-18".equals(one.header("MCP-Protocol-Version")));
    }

    @Test
    void aForgottenSessionIsBegunAgainAndTheCallIsMade() throws Exception {
        McpServers servers = start(LIMITS);
        call(servers, "echo");
        server.forget();
        assertThat(call(servers, "echo").path("ok").booleanValue()).isTrue();
        assertThat(server.received().getLast().header("Mcp-Session-Id")).isEqualTo("session-2");
    }

    @Test
    void whatComesBesideAnAnswerIsHeard() throws Exception {
        server.answers = HttpMcpServer.Answers.EVENTS;
        McpServers servers = start(LIMITS);
        call(servers, "grow");
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(names(servers)).contains("one_grown"));
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(server.replies())
                .contains("{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"result\":{}}"));
    }

    @Test
    void whatTheServerSaysUnaskedIsHeard() throws Exception {
        server.speaks = true;
        McpServers servers = start(LIMITS);
        awaitTools(servers);
        server.say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{}}");
        server.growAndSay();
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(names(servers)).contains("one_grown"));
    }

    @Test
    void whatIsNoJsonIsSkippedAndWhatComesAfterIsHeard() throws Exception {
        server.speaks = true;
        McpServers servers = start(LIMITS);
        awaitTools(servers);
        server.say("this is no JSON");
        server.say("");
        server.growAndSay();
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(names(servers)).contains("one_grown"));
    }

    @Test
    void aServerThatFallsSilentIsGivenUpAndTold() throws Exception {
        McpServers servers = start(new McpTimeLimits(Duration.ofSeconds(60), Duration.ofSeconds(1)));
        assertFailed(call(servers, "hang"), "it did not answer within 1 s");
        awaitCancelled("no answer in time");
    }

    @Test
    void anInterruptEndsACallAndWithdrawsIt() throws Exception {
        McpServers servers = start(LIMITS);
        awaitTools(servers);
        var outcome = new CompletableFuture<Throwable>();
        Thread caller = Thread.ofVirtual().start(() -> {
            try {
                call(servers, "hang");
            } catch (Throwable e) {
                outcome.complete(e);
            }
        });
        await().atMost(Duration.ofSeconds(60)).until(() -> server.received().stream()
                .anyMatch(one -> one.method().equals("tools/call")));
        caller.interrupt();
        assertThat(outcome.get(60, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        awaitCancelled("stopped");
    }

    @Test
    void aRefusedTokenIsToldInWords() throws Exception {
        McpServers servers = start(LIMITS);
        awaitTools(servers);
        server.status = 401;
        assertFailed(call(servers, "echo"), "it refused with 401: its headers in the configuration");
    }

    @Test
    void anAnswerThatIsNoJsonIsToldInWords() throws Exception {
        McpServers servers = start(LIMITS);
        assertFailed(call(servers, "nonsense"), "something that is no JSON");
        assertFailed(call(servers, "cut"), "it answered without an answer");
    }

    @Test
    void aServerThatGoesIsToldInWordsAndUsedAgainWhenItIsBack() throws Exception {
        McpServers servers = start(LIMITS);
        call(servers, "echo");
        int port = server.port();
        server.close();
        assertFailed(call(servers, "echo"), "it cannot be reached");
        assertFailed(call(servers, "echo"), "it is down, as it cannot be reached");
        try (var again = new HttpMcpServer(port)) {
            await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(
                            call(servers, "echo").path("ok").booleanValue())
                    .isTrue());
            assertThat(again.received()).isNotEmpty();
        }
    }

    @Test
    void anAnswerBeyondWhatAllMayHoldIsToldInWordsAndTheNextOneIsHeard() throws Exception {
        toolOutput = new Total("tool output", 1024 * 1024);
        McpServers servers = start(LIMITS);
        assertFailed(call(servers, "much"), "did not fit into the memory", "ask for less", "is not known");
        assertThat(call(servers, "echo").path("ok").booleanValue()).isTrue();
    }

    @Test
    void anAnswerThatIsCutForTheSakeOfOthersIsToldInTheSameWords() throws Exception {
        toolOutput = new Total("tool output", 1024 * 1024);
        McpServers servers = start(LIMITS);
        awaitTools(servers);
        var result = CompletableFuture.supplyAsync(() -> {
            try {
                return call(servers, "slow");
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        await().atMost(Duration.ofSeconds(60)).until(() -> toolOutput.held() >= 4 * HttpMcpServer.PART);
        try (var other = toolOutput.part("somebody else", () -> {})) {
            assertThat(other.holds(toolOutput.limit() / 2)).isTrue();
        }
        assertFailed(result.get(60, TimeUnit.SECONDS), "did not fit into the memory", "ask for less");
    }

    @Test
    void whoSaysTooMuchUnaskedIsListenedToAgain() throws Exception {
        toolOutput = new Total("tool output", 1024 * 1024);
        server.speaks = true;
        McpServers servers = start(LIMITS);
        awaitTools(servers);
        server.sayMuch();
        await().atMost(Duration.ofSeconds(60)).until(() -> toolOutput.cuts() > 0);
        await().atMost(Duration.ofSeconds(60)).until(() -> server.listeners() > 1);
        // Again and again: the connection that was cut may take one to its end.
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            server.growAndSay();
            assertThat(names(servers)).contains("one_grown");
        });
    }

    private void awaitCancelled(String reason) {
        await().atMost(Duration.ofSeconds(60)).until(() -> server.received().stream()
                .anyMatch(one -> one.method().equals("notifications/cancelled")
                        && one.body().contains(reason)));
    }

    private McpServers start(McpTimeLimits limits) {
        var http = McpServerSettings.Http.withToken(URI.create(server.url()), "token-1");
        var servers = new McpServers(
                List.of(new McpServerSettings("one", http, Map.of(), limits)),
                Map.of(),
                Set.of(),
                "1.0",
                toolOutput,
                Masking.NONE,
                PAUSES);
        opened.add(servers);
        servers.start();
        return servers;
    }

    private static void awaitTools(McpServers servers) {
        await().atMost(Duration.ofSeconds(60)).until(() -> !servers.tools().isEmpty());
    }

    private static List<String> names(McpServers servers) {
        return servers.tools().stream().map(tool -> tool.spec().name()).toList();
    }

    private static JsonNode call(McpServers servers, String tool) throws InterruptedException {
        awaitTools(servers);
        Tool called = servers.tools().stream()
                .filter(one -> one.spec().name().equals("one_" + tool))
                .findFirst()
                .orElseThrow();
        return called.run(JsonNodeFactory.instance.objectNode().put("text", "hällo"), Contexts.none())
                .json();
    }

    private static void assertFailed(JsonNode result, String... words) {
        assertThat(result.path("ok").booleanValue()).as(result.toString()).isFalse();
        assertThat(result.path("error").stringValue()).contains(words);
    }
}
