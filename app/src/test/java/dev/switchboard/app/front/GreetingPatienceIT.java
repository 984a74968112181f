package dev.switchboard.app.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.channel.ChannelManager;
import dev.switchboard.core.channel.ChannelRuntime;
import dev.switchboard.core.channel.ChannelSettings;
import dev.switchboard.core.channel.HeldMessages;
import dev.switchboard.core.channel.Presence;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.telemetry.Telemetry;
import dev.switchboard.edge.auth.Credentials;
import dev.switchboard.edge.auth.Doorway;
import dev.switchboard.edge.auth.TokenGuard;
import dev.switchboard.edge.channel.ChannelDoor;
import dev.switchboard.edge.channel.ChannelRoutes;
import dev.switchboard.edge.http.Router;
import dev.switchboard.edge.net.NetServer;
import dev.switchboard.edge.net.NetSettings;
import dev.switchboard.edge.terminal.TerminalWebSocketAdapter;
import dev.switchboard.store.Store;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A device that opens a socket and never says who it is, which in a whole gateway may take 30 seconds. */
class GreetingPatienceIT {
    @TempDir
    Path data;

    private Store store;
    private NetServer server;

    @BeforeEach
    void start() {
        var clock = Clock.systemUTC();
        store = Store.open(data.resolve("switchboard.db"), data.resolve("token.key"), clock);
        var runtime = new ChannelRuntime(
                store.inbox(),
                store.channelEvents(),
                new LocalBus(),
                new HeldMessages(),
                store.attachments(),
                Telemetry.NONE,
                clock);
        var settings = new ChannelSettings(
                "desk", true, "terminal", "websocket", "local", "Desk", "default", Duration.ofSeconds(30), 100, null);
        var desk = new TerminalWebSocketAdapter(
                settings, runtime, store.channelEvents(), new Presence(), Masking.NONE, clock, Duration.ofMillis(600));
        var channels = new ChannelManager(List.of(desk), store.inbox(), store.channelEvents(), Telemetry.NONE, clock);
        var doorway = Doorway.local();
        var guard = new TokenGuard(clock);
        var routes = new ChannelRoutes(channels, new ChannelDoor(guard, doorway)).routes();
        var credentials = new Credentials(store.tokens(), store.browsers(), guard, doorway, null, clock);
        server = NetServer.start(NetSettings.of("127.0.0.1", 0), new Router(routes, doorway, credentials));
    }

    @AfterEach
    void stop() {
        server.close(Duration.ZERO);
        store.close();
    }

    @Test
    void aSocketThatNeverConnectsIsClosedAndItsPlaceIsFree() throws Exception {
        try (var silent = open()) {
            assertThat(silent.closeCode()).isEqualTo(1008);
        }
        await().until(() -> server.stats().preAuth() == 0);
    }

    @Test
    void otherFramesBuyNoTime() throws Exception {
        try (var busy = open()) {
            busy.text("{\"type\":\"ping\"}")
                    .text("{\"type\":\"message\",\"message_id\":\"m-1\",\"text\":\"hello\"}")
                    .text("{\"type\":\"example\"}");
            assertThat(busy.closeCode()).isEqualTo(1008);
        }
    }

    private RawSocket open() throws Exception {
        var port = server.boundAddress().getPort();
        var socket = RawSocket.to(port).send(RawSocket.upgrade("/api/channels/desk/ws", "Host: 127.0.0.1:" + port));
        assertThat(socket.answer().status()).isEqualTo(101);
        return socket;
    }
}
