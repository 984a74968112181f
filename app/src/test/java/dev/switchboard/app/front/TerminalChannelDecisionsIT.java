package dev.switchboard.app.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.app.config.AgentConfig;
import dev.switchboard.app.config.ChannelConfig;
import dev.switchboard.app.config.ChannelSettings;
import dev.switchboard.app.config.Config;
import dev.switchboard.app.config.McpConfig;
import dev.switchboard.app.config.ServerConfig;
import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.json.Json;
import dev.switchboard.testkit.Device;
import dev.switchboard.testkit.Gate;
import dev.switchboard.testkit.Said;
import dev.switchboard.testkit.ScriptedModel;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What the design of the terminal channel leaves open, as it was decided, in the order of the decisions. */
class TerminalChannelDecisionsIT {
    private static final String SESSION = "terminal-dev:local:device-001";

    private final ScriptedModel model = ScriptedModel.echo();
    private final Gate gate = new Gate();

    @TempDir
    Path data;

    private TestGateway gateway;

    @BeforeEach
    void start() {
        gateway = TestGateway.start(data, TestGateway.config(1, null), model, new LocalBus(), Clock.systemUTC());
    }

    @AfterEach
    void stop() {
        gate.open();
        gateway.close();
    }

    // Admission

    @Test
    void theAckComesBeforeTheReplyHoweverBusyTheSessionIs() throws Exception {
        try (var device = gateway.connect("device-001")) {
            for (int round = 0; round < 5; round++) {
                for (int i = 0; i < 40; i++) {
                    device.message("m-%d-%d".formatted(round, i), "hello");
                }
                var acknowledged = new ArrayList<String>();
                for (int replies = 0; replies < 40; ) {
                    var frame = device.next();
                    var id = frame.get("message_id").stringValue();
                    if (frame.get("type").stringValue().equals("ack")) {
                        assertThat(frame.get("accepted").booleanValue()).isTrue();
                        acknowledged.add(id);
                    } else {
                        assertThat(acknowledged)
                                .as("%s is acknowledged before its reply", id)
                                .contains(id);
                        replies++;
                    }
                }
                assertThat(acknowledged).hasSize(40).doesNotHaveDuplicates();
            }
        }
    }

    @Test
    void theSameIdIsADuplicateAfterARestartToo() throws Exception {
        try (var device = gateway.connect("device-001")) {
            device.message("m-1", "hello").next("message");
        }
        gateway.close();
        start();
        try (var device = gateway.connect("device-001")) {
            device.message("m-1", "hello");
            var ack = device.next("ack");
            assertThat(ack.get("reply").stringValue()).isEqualTo("echo: hello");
            device.message("m-1", "another text");
            assertThat(device.next("ack").get("code").stringValue()).isEqualTo("id_reused");
        }
        assertThat(model.asked()).hasSize(1);
    }

    @Test
    void ofManyMessagesSentAtOnceNoMoreThanSixtyFourWaitAndNothingOfTheOthersIsRecorded() throws Exception {
        model.script((request, listener) -> {
            gate.pass();
            return ModelReply.text("done");
        });
        // Many sessions' worth of callers at one session: the webhook has no connection to queue them up.
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = new ArrayList<Future<HttpResponse<String>>>();
            for (int i = 0; i < 80; i++) {
                var body = hook("ci", "m-" + i, "hello");
                calls.add(callers.submit(() -> gateway.post("/api/channels/hooks/webhook", body)));
            }
            await().until(() -> calls.stream().filter(Future::isDone).count() == 16);
            for (var call : calls) {
                if (call.isDone()) {
                    assertThat(call.get().statusCode()).isEqualTo(503);
                    assertThat(call.get().body()).contains("session_full");
                }
            }
            gate.open();
            var answered = 0;
            for (var call : calls) {
                answered += call.get(60, TimeUnit.SECONDS).statusCode() == 200 ? 1 : 0;
            }
            assertThat(answered).isEqualTo(64);
        }
        assertThat(model.asked()).hasSize(64);
    }

    @Test
    void aMessageRefusedByAFullSessionIsAcceptedLaterUnderTheSameId() throws Exception {
        model.script((request, listener) -> {
            gate.pass();
            return ModelReply.text("done");
        });
        try (var device = gateway.connect("device-001")) {
            for (int i = 1; i <= 64; i++) {
                assertThat(device.message("m-" + i, "hello")
                                .next("ack")
                                .get("accepted")
                                .booleanValue())
                        .isTrue();
            }
            var ack = device.message("m-65", "hello").next("ack");
            assertThat(ack.get("accepted").booleanValue()).isFalse();
            assertThat(ack.get("code").stringValue()).isEqualTo("session_full");
            assertThat(ack.get("error").stringValue()).isNotBlank();
            assertThat(ack.has("duplicate")).isFalse();
            // A duplicate is told as one however full it is, and other sessions have room.
            assertThat(device.message("m-1", "hello").next("ack").get("pending").booleanValue())
                    .isTrue();
            device.send("{\"type\":\"message\",\"message_id\":\"t-1\",\"text\":\"hello\",\"thread_id\":\"other\"}");
            assertThat(device.next("ack").get("accepted").booleanValue()).isTrue();
            gate.open();
            device.next("message");
            await().untilAsserted(() -> assertThat(device.message("m-65", "hello")
                            .next("ack")
                            .get("accepted")
                            .booleanValue())
                    .isTrue());
        }
    }

    @Test
    void messagesOfOneSessionRunOneAtATimeInOrderAndThoseOfOthersBesideThem() throws Exception {
        var running = new AtomicInteger();
        var most = new AtomicInteger();
        var order = new CopyOnWriteArrayList<String>();
        model.script((request, listener) -> {
            var text = Said.last(request);
            if (text.equals("hold")) {
                gate.pass();
                return ModelReply.text("held");
            }
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            order.add(text);
            Thread.yield();
            running.decrementAndGet();
            return ModelReply.text(text);
        });
        try (var other = gateway.connect("device-002");
                var device = gateway.connect("device-001")) {
            other.message("m-1", "hold");
            gate.awaitSomebody();
            for (int i = 0; i < 60; i++) {
                device.message("m-" + i, "" + i);
            }
            for (int i = 0; i < 60; i++) {
                assertThat(device.next("message").get("text").stringValue()).isEqualTo("" + i);
            }
            gate.open();
            other.next("message");
        }
        assertThat(most).hasValue(1);
        assertThat(order)
                .containsExactlyElementsOf(
                        IntStream.range(0, 60).mapToObj(Integer::toString).toList());
    }

    // Reply

    @Test
    void anUnclaimedReplyIsThereForWhoeverSendsTheIdAgainWithItsRunAndFinishReason() throws Exception {
        leaveAnUnclaimedReply("m-1");
        try (var device = gateway.connect("device-001")) {
            device.message("m-1", "hello");
            var ack = device.next();
            assertThat(ack.get("reply").stringValue()).isEqualTo("done");
            assertThat(ack.get("finish_reason").stringValue()).isEqualTo("stop");
            var run = gateway.get("/api/runs/" + ack.get("run_id").stringValue());
            assertThat(run.get("message_id").stringValue()).isEqualTo("m-1");
        }
    }

    @Test
    void whatAnAckHasShownIsNotReplayed() throws Exception {
        leaveAnUnclaimedReply("m-1");
        try (var device = gateway.connect("device-001")) {
            device.message("m-1", "hello").next("ack");
        }
        // The mark is made after the write; a device that comes back at once may see it once more, but not for ever.
        await().untilAsserted(() -> {
            try (var device = replaying()) {
                device.next("connected");
                assertThat(device.send("{\"type\":\"ping\"}").next().get("type").stringValue())
                        .isEqualTo("pong");
            }
        });
    }

    @Test
    void repliesAreReplayedOnceAndInOrder() throws Exception {
        leaveAnUnclaimedReply("m-1", "m-2", "m-3");
        try (var device = replaying()) {
            device.next("connected");
            for (var id : List.of("m-1", "m-2", "m-3")) {
                assertThat(device.next().get("message_id").stringValue()).isEqualTo(id);
            }
        }
        await().until(() -> count("outbound_delivered") == 3);
        try (var device = replaying()) {
            device.next("connected");
            assertThat(device.send("{\"type\":\"ping\"}").next().get("type").stringValue())
                    .isEqualTo("pong");
        }
    }

    // Connections

    @Test
    void theNewestConnectionWinsAndTheOlderOnesEndDoesNotRemoveIt() throws Exception {
        try (var older = gateway.connect("device-001");
                var newer = gateway.connect("device-001")) {
            assertThat(older.closeCode()).isEqualTo(4409);
            older.close();
            await().until(() -> count("terminal_disconnected") == 1);
            assertThat(channel("terminal-dev").get("connected_peers").intValue())
                    .isEqualTo(1);
            newer.message("m-1", "hello");
            assertThat(newer.next("message").get("text").stringValue()).isEqualTo("echo: hello");
        }
        await().until(() -> channel("terminal-dev").get("connected_peers").intValue() == 0);
    }

    @Test
    void manyConnectionsOfOnePeerAtOnceLeaveExactlyOne() throws Exception {
        var devices = new CopyOnWriteArrayList<Device>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var opening = new ArrayList<Future<?>>();
            for (int i = 0; i < 20; i++) {
                Callable<Boolean> open = () -> devices.add(gateway.connect("device-001"));
                opening.add(threads.submit(open));
            }
            for (var one : opening) {
                one.get(60, TimeUnit.SECONDS);
            }
        }
        await().until(() -> count("terminal_disconnected") == 19);
        assertThat(channel("terminal-dev").get("connected_peers").intValue()).isEqualTo(1);
        devices.forEach(Device::close);
    }

    // Ids

    @Test
    void colonsAndPercentSignsAreEncodedInTheSessionIdAndItsEventsAreFoundByIt() throws Exception {
        try (var device = Device.open(gateway.channel("terminal-dev"))) {
            device.send("{\"type\":\"connect\",\"peer_id\":\"00:1b:44%/../x?\",\"thread_id\":\"a b\"}");
            var session = device.next("connected").get("session_id").stringValue();
            assertThat(session).isEqualTo("terminal-dev:local:00%3A1b%3A44%25/../x?:a b");
            device.message("m-1", "hello").next("message");
            assertThat(ledger(session).getFirst().get("peerId").stringValue()).isEqualTo("00:1b:44%/../x?");
        }
    }

    // Liveness

    @Test
    void aDeviceThatNeverPingsStaysAndOneThatShowsNoLifeIsClosedAfterThreeHeartbeats() throws Exception {
        try (var quiet = gateway.connect("quiet");
                var dead = RawSocket.to(gateway.port())) {
            dead.send(RawSocket.upgrade("/api/channels/terminal-dev/ws", "Host: 127.0.0.1:" + gateway.port()));
            assertThat(dead.answer().status()).isEqualTo(101);
            dead.text("{\"type\":\"connect\",\"peer_id\":\"dead\"}");
            var began = System.nanoTime();
            assertThat(dead.closeCode()).isEqualTo(RawSocket.CUT);
            assertThat(System.nanoTime() - began).isGreaterThan(2_500_000_000L);
            await().until(() -> devices().equals(List.of("quiet")));
            quiet.message("m-1", "hello");
            assertThat(quiet.next("message").get("text").stringValue()).isEqualTo("echo: hello");
        }
    }

    // Errors

    @Test
    void aFrameOverAMebibyteClosesTheSocketAndOneBelowIsAnswered() throws Exception {
        try (var device = gateway.connect("device-001")) {
            device.message("m-1", "x".repeat(1024 * 1024 - 100));
            assertThat(device.next().get("error").stringValue()).contains("at most 20000 characters");
            device.message("m-2", "x".repeat(1024 * 1024));
            assertThat(device.closeCode()).isEqualTo(1009);
        }
    }

    @Test
    void beforeConnectAFrameMayBeNoLargerThanSixtyFourKibibytes() throws Exception {
        try (var device = Device.open(gateway.channel("terminal-dev"))) {
            device.send("{\"type\":\"ping\",\"x\":\"%s\"}".formatted("x".repeat(60_000)));
            device.next("pong");
            device.send("{\"type\":\"ping\",\"x\":\"%s\"}".formatted("x".repeat(70_000)));
            assertThat(device.closeCode()).isEqualTo(1009);
        }
    }

    @Test
    void aChannelsOwnTextLimitIsNamed() throws Exception {
        gateway.close();
        var terminal = new ChannelConfig(
                true,
                ChannelConfig.Kind.TERMINAL,
                ChannelConfig.Mode.WEBSOCKET,
                "local",
                null,
                "default",
                new ChannelSettings(30, 5, null, null));
        gateway = TestGateway.start(
                data,
                new Config(
                        server(null),
                        Map.of("terminal-dev", terminal),
                        Map.of("default", AgentConfig.DEFAULT),
                        McpConfig.DEFAULT,
                        null),
                model,
                new LocalBus(),
                Clock.systemUTC());
        try (var device = gateway.connect("device-001")) {
            assertThat(device.message("m-1", "😀😀😀😀😀😀").next().get("error").stringValue())
                    .isEqualTo("text is too long: at most 5 characters (max_message_chars)");
            assertThat(device.message("m-2", "😀😀😀😀😀")
                            .next("ack")
                            .get("accepted")
                            .booleanValue())
                    .isTrue();
        }
    }

    @Test
    void whatCannotWorkIsRefusedBeforeTheUpgrade() {
        assertThat(Device.refusal(gateway.channel("nowhere"), Map.of())).isEqualTo(404);
        assertThat(Device.refusal(gateway.channel("hooks"), Map.of())).isEqualTo(404);
        assertThat(Device.refusal(gateway.channel("off"), Map.of())).isEqualTo(403);
        assertThat(Device.refusal(gateway.channel("guarded"), Map.of("Authorization", "Bearer wrong")))
                .isEqualTo(401);
        assertThat(Device.refusal(gateway.channel("terminal-dev"), Map.of("Origin", "https://evil.example")))
                .isEqualTo(403);
        assertThat(gateway.get("/api/channels/off/events").get("events")).isEmpty();
    }

    @Test
    void aPageThatAsksForTheSocketIsToldToUpgrade() {
        var answer = gateway.send(HttpRequest.newBuilder(gateway.http("/api/channels/terminal-dev/ws")));
        assertThat(answer.statusCode()).isEqualTo(426);
        assertThat(answer.headers().firstValue("Upgrade")).hasValue("websocket");
    }

    // Threads and users

    @Test
    void threadAndUserOfAMessageCountForThatMessageAlone() throws Exception {
        try (var device = Device.open(gateway.channel("terminal-dev"))) {
            device.send("""
                {"type":"connect","peer_id":"device-001","thread_id":"kitchen","user_id":"nico"}\
                """);
            device.message("m-1", "one").next("message");
            device.send("""
                {"type":"message","message_id":"m-2","text":"two","thread_id":"garden","user_id":"kim"}\
                """);
            device.next("message");
            device.message("m-3", "three").next("message");
        }
        assertThat(users(SESSION + ":kitchen")).containsExactly("nico one", "nico three");
        assertThat(users(SESSION + ":garden")).containsExactly("kim two");
        assertThat(model.asked().get(2).messages())
                .as("a thread remembers only its own")
                .hasSize(3);
    }

    // Status

    @Test
    void theStatusHasEveryFieldOfTheDesign() throws Exception {
        var before = Instant.now().minusSeconds(60);
        try (var device = Device.open(gateway.channel("terminal-dev"))) {
            device.send("{\"type\":\"connect\",\"peer_id\":\"device-001\",\"device_name\":\"desk-terminal\"}");
            device.next("connected");
            await().until(() -> count("terminal_connected") == 1);
            var status = gateway.get("/api/status");
            assertThat(status.get("version").stringValue()).isEqualTo("test");
            assertThat(status.get("uptime_ms").longValue()).isNotNegative();
            assertThat(status.at("/agents/0/agent_id").stringValue()).isEqualTo("default");
            assertThat(status.at("/agents/0/model").stringValue()).isEqualTo("scripted");

            var channel = channel("terminal-dev");
            assertThat(channel.propertyNames())
                    .containsExactlyInAnyOrder(
                            "channel_id",
                            "kind",
                            "mode",
                            "display_name",
                            "enabled",
                            "state",
                            "account_id",
                            "last_event_at",
                            "websocket_url",
                            "capabilities",
                            "connected_peers",
                            "devices");
            assertThat(channel.get("kind").stringValue()).isEqualTo("terminal");
            assertThat(channel.get("mode").stringValue()).isEqualTo("websocket");
            assertThat(channel.get("display_name").stringValue()).isEqualTo("Terminal Dev");
            assertThat(channel.get("enabled").booleanValue()).isTrue();
            assertThat(channel.get("account_id").stringValue()).isEqualTo("local");
            assertThat(Instant.parse(channel.get("last_event_at").stringValue()))
                    .isBetween(before, Instant.now().plusSeconds(1));
            var line = channel.get("devices").get(0);
            assertThat(line.get("peer_id").stringValue()).isEqualTo("device-001");
            assertThat(line.get("device_name").stringValue()).isEqualTo("desk-terminal");
            assertThat(Instant.parse(line.get("connected_at").stringValue())).isAfter(before);
        }
        var off = channel("off");
        assertThat(off.get("enabled").booleanValue()).isFalse();
        assertThat(off.get("state").stringValue()).isEqualTo("stopped");
        assertThat(off.get("last_event_at").isNull()).isTrue();
    }

    @Test
    void theSocketsAddressIsThePublicOneIfThereIsOne() {
        gateway.close();
        gateway = TestGateway.start(
                data,
                TestGateway.config(1, server(URI.create("https://gateway.example/"))),
                model,
                new LocalBus(),
                Clock.systemUTC());
        assertThat(channel("terminal-dev").get("websocket_url").stringValue())
                .isEqualTo("wss://gateway.example/api/channels/terminal-dev/ws");
    }

    // Events

    @Test
    void eventsHaveTheFieldsThatApplyNewestLastAndNeverTheWholeText() throws Exception {
        var secret = "the end of a long text that must not be in the event log";
        var text = "first line\n\tsecond line " + "x".repeat(60) + secret;
        try (var device = gateway.connect("device-001")) {
            device.message("m-1", text).next("message");
            device.message("m-1", text).next("ack");
        }
        await().until(() -> count("terminal_disconnected") == 1);
        var answer = gateway.get("/api/channels/terminal-dev/events?limit=500");
        assertThat(answer.toString()).doesNotContain(secret.substring(0, 20));
        var events = answer.get("events").valueStream().toList();
        assertThat(fields(events, "adapter_started")).containsExactlyInAnyOrder("type", "at");
        assertThat(fields(events, "terminal_connected"))
                .containsExactlyInAnyOrder("type", "at", "peer_id", "session_id");
        assertThat(fields(events, "terminal_disconnected"))
                .containsExactlyInAnyOrder("type", "at", "peer_id", "session_id");
        for (var type : List.of("inbound_accepted", "inbound_duplicate")) {
            assertThat(fields(events, type))
                    .containsExactlyInAnyOrder("type", "at", "peer_id", "session_id", "message_id", "preview");
        }
        assertThat(fields(events, "direct_run_started"))
                .containsExactlyInAnyOrder("type", "at", "peer_id", "session_id", "message_id", "run_id");
        for (var type : List.of("direct_run_finished", "outbound_delivered")) {
            assertThat(fields(events, type))
                    .containsExactlyInAnyOrder(
                            "type", "at", "peer_id", "session_id", "message_id", "run_id", "preview");
        }
        var last = Instant.MIN;
        for (var event : events) {
            var at = Instant.parse(event.get("at").stringValue());
            assertThat(at).isAfterOrEqualTo(last);
            last = at;
            if (event.has("preview")) {
                assertThat(event.get("preview").stringValue())
                        .hasSizeLessThanOrEqualTo(80)
                        .doesNotContain("\n");
            }
        }
        var two = gateway.get("/api/channels/terminal-dev/events?limit=2").get("events");
        assertThat(two.valueStream().toList()).isEqualTo(events.subList(events.size() - 2, events.size()));
    }

    @Test
    void stoppingIsAnEventAndSurvivesTheStop() throws Exception {
        var device = gateway.connect("device-001");
        // It is greeted before it is registered.
        await().until(() -> gateway.events("terminal-dev").contains("terminal_connected"));
        gateway.close();
        assertThat(device.closeCode()).isEqualTo(1001);
        start();
        await().untilAsserted(() -> assertThat(gateway.events("terminal-dev"))
                .containsSubsequence("adapter_started", "terminal_connected", "adapter_stopped", "adapter_started"));
        assertThat(gateway.events("terminal-dev")).contains("terminal_disconnected");
    }

    // Webhook

    @Test
    void aWebhookAnswersAndItsDuplicateTheSameWithoutASecondRun() {
        var answer = gateway.post("/api/channels/hooks/webhook", hook("ci", "build-17", "hello"));
        assertThat(answer.statusCode()).isEqualTo(200);
        var first = Json.mapper().readTree(answer.body());
        assertThat(first.propertyNames())
                .containsExactlyInAnyOrder("message_id", "session_id", "run_id", "text", "finish_reason");
        assertThat(first.get("session_id").stringValue()).isEqualTo("hooks:local:ci");
        assertThat(first.get("text").stringValue()).isEqualTo("echo: hello");

        var again = json(gateway.post("/api/channels/hooks/webhook", hook("ci", "build-17", "hello")));
        assertThat(again.get("duplicate").booleanValue()).isTrue();
        assertThat(again.get("run_id")).isEqualTo(first.get("run_id"));
        assertThat(again.get("text")).isEqualTo(first.get("text"));
        var reused = json(gateway.post("/api/channels/hooks/webhook", hook("ci", "build-17", "another text")));
        assertThat(reused.get("code").stringValue()).isEqualTo("id_reused");
        assertThat(model.asked()).hasSize(1);
    }

    @Test
    void webhookCallsWithTheSameIdAtTheSameTimeShareOneRunAndItsAnswer() throws Exception {
        model.script((request, listener) -> {
            gate.pass();
            return ModelReply.text("done");
        });
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = new ArrayList<Future<HttpResponse<String>>>();
            for (int i = 0; i < 20; i++) {
                calls.add(callers.submit(
                        () -> gateway.post("/api/channels/hooks/webhook", hook("ci", "build-17", "hello"))));
            }
            gate.awaitSomebody();
            await().until(() -> gateway.events("hooks").stream()
                            .filter("inbound_duplicate"::equals)
                            .count()
                    == 19);
            gate.open();
            var duplicates = 0;
            for (var call : calls) {
                var answer = call.get(60, TimeUnit.SECONDS);
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(json(answer).get("text").stringValue()).isEqualTo("done");
                duplicates += json(answer).has("duplicate") ? 1 : 0;
            }
            assertThat(duplicates).isEqualTo(19);
        }
        assertThat(model.asked()).hasSize(1);
        await().untilAsserted(() -> assertThat(gateway.events("hooks"))
                .containsOnlyOnce("outbound_delivered")
                .doesNotContain("outbound_unclaimed"));
    }

    @Test
    void aWebhookIsRefusedInWords() throws Exception {
        for (var wrong : Map.of(
                        "{\"message_id\":\"m\",\"text\":\"t\"}", "peer_id is required",
                        "{\"peer_id\":\"p\",\"text\":\"t\"}", "message_id is required",
                        "{\"peer_id\":\"p\",\"message_id\":\"m\"}", "text is required",
                        "{\"peer_id\":\"p\",\"message_id\":\"m\",\"text\":42}",
                                "The field text of the body is not of the right type.",
                        "[]", "The body must be one JSON object",
                        "{", "The body must be one JSON object")
                .entrySet()) {
            var answer = gateway.post("/api/channels/hooks/webhook", wrong.getKey());
            assertThat(answer.statusCode()).as(wrong.getKey()).isEqualTo(400);
            assertThat(answer.body()).contains(wrong.getValue());
        }
        assertThat(gateway.post("/api/channels/nowhere/webhook", "{}").statusCode())
                .isEqualTo(404);
        assertThat(gateway.post("/api/channels/terminal-dev/webhook", "{}").statusCode())
                .isEqualTo(404);
        var form = HttpRequest.newBuilder(gateway.http("/api/channels/hooks/webhook"))
                .header("Content-Type", "text/plain")
                .POST(HttpRequest.BodyPublishers.ofString(hook("p", "m", "t")));
        assertThat(gateway.send(form).statusCode()).isEqualTo(415);
        assertThat(model.asked()).isEmpty();
    }

    @Test
    void aWebhookWhoseCallerHasGoneIsAnsweredToTheNextOneWhoAsks() throws Exception {
        model.script((request, listener) -> {
            gate.pass();
            return ModelReply.text("done");
        });
        var body = hook("ci", "build-17", "hello");
        try (var caller = RawSocket.to(gateway.port())) {
            caller.send(
                    "POST /api/channels/hooks/webhook HTTP/1.1",
                    "Host: 127.0.0.1:" + gateway.port(),
                    "Content-Type: application/json",
                    "Content-Length: " + body.length());
            caller.send(body.getBytes(StandardCharsets.UTF_8));
            gate.awaitSomebody();
        }
        gate.open();
        await().until(() -> gateway.events("hooks").contains("direct_run_finished"));
        var answer = json(gateway.post("/api/channels/hooks/webhook", body));
        assertThat(answer.get("text").stringValue()).isEqualTo("done");
        assertThat(answer.get("duplicate").booleanValue()).isTrue();
        assertThat(model.asked()).hasSize(1);
    }

    private void leaveAnUnclaimedReply(String... ids) throws Exception {
        model.script((request, listener) -> {
            gate.pass();
            return ModelReply.text("done");
        });
        try (var device = gateway.connect("device-001")) {
            for (var id : ids) {
                device.message(id, "hello").next("ack");
            }
            gate.awaitSomebody();
        }
        await().until(() -> count("terminal_disconnected") == 1);
        gate.open();
        await().until(() -> count("outbound_unclaimed") == ids.length);
    }

    private Device replaying() {
        return Device.open(gateway.channel("terminal-dev"))
                .send("{\"type\":\"connect\",\"peer_id\":\"device-001\",\"capabilities\":[\"text\",\"replay\"]}");
    }

    private long count(String event) {
        return gateway.events("terminal-dev").stream().filter(event::equals).count();
    }

    private List<String> devices() {
        return channel("terminal-dev")
                .get("devices")
                .valueStream()
                .map(device -> device.get("peer_id").stringValue())
                .toList();
    }

    private JsonNode channel(String id) {
        return gateway.get("/api/status")
                .get("channels")
                .valueStream()
                .filter(channel -> channel.get("channel_id").stringValue().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private List<JsonNode> ledger(String session) {
        var segment = URLEncoder.encode(session, StandardCharsets.UTF_8).replace("+", "%20");
        return gateway.get("/api/sessions/" + segment + "/events")
                .get("events")
                .valueStream()
                .map(line -> line.get("event"))
                .toList();
    }

    private List<String> users(String session) {
        return ledger(session).stream()
                .filter(event -> event.get("type").stringValue().equals("user_message"))
                .map(event -> event.get("userId").stringValue() + " "
                        + event.get("text").stringValue())
                .toList();
    }

    private static Collection<String> fields(List<JsonNode> events, String type) {
        return events.stream()
                .filter(event -> event.get("type").stringValue().equals(type))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + type))
                .propertyNames();
    }

    private static ServerConfig server(@Nullable URI publicUrl) {
        return new ServerConfig("127.0.0.1", 0, null, publicUrl, List.of(), List.of(), false, null);
    }

    private static String hook(String peer, String id, String text) {
        return Json.mapper()
                .createObjectNode()
                .put("peer_id", peer)
                .put("message_id", id)
                .put("text", text)
                .toString();
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return Json.mapper().readTree(answer.body());
    }
}
