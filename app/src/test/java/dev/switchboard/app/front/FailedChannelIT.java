package dev.switchboard.app.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.channel.ChannelAdapter;
import dev.switchboard.core.channel.ChannelManager;
import dev.switchboard.core.channel.ChannelRuntime;
import dev.switchboard.core.channel.ChannelSettings;
import dev.switchboard.core.channel.HeldMessages;
import dev.switchboard.core.channel.Presence;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.message.OutboundMessage;
import dev.switchboard.core.telemetry.Telemetry;
import dev.switchboard.edge.auth.Credentials;
import dev.switchboard.edge.auth.Doorway;
import dev.switchboard.edge.auth.TokenGuard;
import dev.switchboard.edge.channel.ChannelDoor;
import dev.switchboard.edge.channel.ChannelRoutes;
import dev.switchboard.edge.channel.ChannelsApi;
import dev.switchboard.edge.http.Router;
import dev.switchboard.edge.net.NetServer;
import dev.switchboard.edge.net.NetSettings;
import dev.switchboard.edge.terminal.TerminalWebSocketAdapter;
import dev.switchboard.json.Json;
import dev.switchboard.store.Store;
import dev.switchboard.testkit.Device;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A channel that cannot start, as people see it from outside. */
class FailedChannelIT {
    private static final String TOKEN = "swb_test-operator-token";

    @TempDir
    Path data;

    private final HttpClient http = HttpClient.newHttpClient();
    private Store store;
    private NetServer server;

    @BeforeEach
    void start() {
        var clock = Clock.systemUTC();
        store = Store.open(data.resolve("switchboard.db"), data.resolve("token.key"), clock);
        store.tokens().keepOperator(TOKEN);
        var runtime = new ChannelRuntime(
                store.inbox(),
                store.channelEvents(),
                new LocalBus(),
                new HeldMessages(),
                store.attachments(),
                Telemetry.NONE,
                clock);
        var desk = new TerminalWebSocketAdapter(
                settings("desk", "terminal", "websocket"),
                runtime,
                store.channelEvents(),
                new Presence(),
                Masking.NONE,
                clock,
                Duration.ofSeconds(30));
        var channels = new ChannelManager(
                List.of(new Broken(), desk), store.inbox(), store.channelEvents(), Telemetry.NONE, clock);
        channels.start();
        var doorway = Doorway.local();
        var guard = new TokenGuard(clock);
        var routes = new ArrayList<>(new ChannelRoutes(channels, new ChannelDoor(guard, doorway)).routes());
        routes.addAll(new ChannelsApi(channels, store.channelEvents(), doorway, "test", List.of(), clock).routes());
        var credentials = new Credentials(store.tokens(), store.browsers(), guard, doorway, null, clock);
        server = NetServer.start(NetSettings.of("127.0.0.1", 0), new Router(routes, doorway, credentials));
    }

    @AfterEach
    void stop() {
        http.close();
        server.close(Duration.ZERO);
        store.close();
    }

    @Test
    void both_lists_show_the_state_and_the_reason() throws Exception {
        for (var path : List.of("/api/channels", "/api/status")) {
            var channels = get(path).get("channels");
            assertThat(channels.get(0).get("state").stringValue()).as(path).isEqualTo("error");
            assertThat(channels.get(0).get("error").stringValue()).as(path).isEqualTo("the postman is ill");
            assertThat(channels.get(1).get("state").stringValue()).as(path).isEqualTo("running");
            assertThat(channels.get(1).has("error")).as(path).isFalse();
        }
    }

    @Test
    void nobody_is_let_in_there_and_the_other_channel_works() throws Exception {
        var base = "127.0.0.1:" + server.boundAddress().getPort();
        assertThat(Device.refusal(URI.create("ws://%s/api/channels/letters/ws".formatted(base)), Map.of()))
                .isEqualTo(503);
        Device.connect(URI.create("ws://%s/api/channels/desk/ws".formatted(base)), "device-001")
                .close();
    }

    private JsonNode get(String path) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(
                        "http://127.0.0.1:%d%s".formatted(server.boundAddress().getPort(), path)))
                .header("Authorization", "Bearer " + TOKEN)
                .build();
        return Json.mapper()
                .readTree(
                        http.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }

    private static ChannelSettings settings(String id, String kind, String mode) {
        return new ChannelSettings(id, true, kind, mode, "local", id, "default", Duration.ofSeconds(30), 100, null);
    }

    private static final class Broken implements ChannelAdapter {
        @Override
        public void start() {
            throw new IllegalStateException("the postman is ill");
        }

        @Override
        public ChannelSettings settings() {
            return FailedChannelIT.settings("letters", "letters", "websocket");
        }

        @Override
        public List<String> capabilities() {
            return List.of();
        }

        @Override
        public String path() {
            return settings().path("ws");
        }

        @Override
        public List<Device> devices() {
            return List.of();
        }

        @Override
        public boolean wantsUnclaimed(String peerId) {
            return false;
        }

        @Override
        public void send(OutboundMessage message, Receipt receipt) {
            receipt.unclaimed();
        }

        @Override
        public void stop() {
            throw new AssertionError("it never started");
        }
    }
}
