package dev.switchboard.client.hud;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.client.hud.HudNotice.NotLetIn;
import dev.switchboard.client.hud.HudNotice.OfLobby;
import dev.switchboard.client.hud.HudNotice.OfSession;
import dev.switchboard.client.hud.HudNotice.StateChanged;
import dev.switchboard.client.hud.HudNotice.Trouble;
import dev.switchboard.client.hud.HudProtocol.State;
import dev.switchboard.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who looks at a session or at the lobby, without a socket and without a clock. */
class HudProtocolTest {
    private HudProtocol protocol = new HudProtocol(new WatchedSession("web:1"), () -> 0.5);
    private final List<HudStep> done = new ArrayList<>();
    private long now;

    @Test
    void it_opens_the_session_and_is_ready_when_it_was_greeted() {
        take(protocol.start(now));
        take(protocol.opened(now));
        assertThat(protocol.state()).isEqualTo(State.WAIT_CONNECTED);
        hear(connected(14));
        assertThat(protocol.state()).isEqualTo(State.READY);
        assertThat(opened()).containsExactly("/ws/web%3A1");
        assertThat(told()).containsExactly("connected");
    }

    @ParameterizedTest
    @ValueSource(ints = {1000, 1001, 1006, 1008, 1011, 1013, 4999})
    void after_every_cut_it_comes_back_with_its_highest_number_less_one_and_drops_what_it_has(int code) {
        attached();
        hear(event("a", 15));
        hear(message("said-b", 16));
        hear(event("b", 16));
        take(protocol.closed(code, "shutdown", now));
        assertThat(protocol.state()).isEqualTo(State.DISCONNECTED);
        assertThat(notices(Trouble.class))
                .containsExactly(new Trouble("the connection was closed with %d (shutdown)".formatted(code)));
        pass(1_000);
        assertThat(opened()).last().isEqualTo("/ws/web%3A1?after=15");

        take(protocol.opened(now));
        hear(connected(17));
        hear(event("b", 16));
        hear(event("c", 17));
        hear("{\"type\":\"history\",\"messages\":[]}");
        hear(message("said-b", 16));
        hear(event("d", 18));
        assertThat(told())
                .containsExactly("connected", "history", "a", "said-b", "b", "connected", "c", "history", "d");
    }

    @Test
    void a_cut_before_the_replay_was_over_begins_it_again_and_shows_nothing_twice() {
        greet(14);
        hear(event("a", 13));
        hear(event("b", 14));
        cut();
        assertThat(opened()).as("what was said is still to come").containsExactly("/ws/web%3A1", "/ws/web%3A1");
        greet(14);
        hear(event("a", 13));
        hear(event("b", 14));
        hear("{\"type\":\"history\",\"messages\":[]}");
        assertThat(told()).containsExactly("connected", "a", "b", "connected", "history");
        cut();
        assertThat(opened()).last().isEqualTo("/ws/web%3A1?after=13");
    }

    @Test
    void an_end_of_the_replay_counts_up_to_the_number_the_gateway_named() {
        attached();
        cut();
        assertThat(opened()).last().isEqualTo("/ws/web%3A1?after=13");
    }

    @Test
    void two_events_of_one_number_are_both_told() {
        attached();
        hear(event("a", 15));
        hear(event("b", 15));
        hear(event("a", 15));
        assertThat(told()).containsExactly("connected", "history", "a", "b");
    }

    @Test
    void what_has_no_number_is_of_the_connection_and_told_each_time() {
        attached();
        hear(
                "{\"type\":\"hud\",\"event\":\"received\",\"id\":\"r\",\"subtype\":\"reconnect\",\"label\":\"l\",\"ts\":1}");
        hear(
                "{\"type\":\"hud\",\"event\":\"received\",\"id\":\"r\",\"subtype\":\"reconnect\",\"label\":\"l\",\"ts\":1}");
        assertThat(told()).containsExactly("connected", "history", "r", "r");
    }

    @Test
    void a_gateway_that_was_set_back_is_listened_to_all_the_same() {
        attached();
        hear(event("a", 15));
        cut();
        greet(3);
        hear("{\"type\":\"history\",\"messages\":[]}");
        hear(event("new", 4));
        assertThat(told()).last().isEqualTo("new");
    }

    @Test
    void a_token_that_ends_or_is_wrong_and_a_session_that_is_deleted_end_it_for_good() {
        attached();
        take(protocol.closed(4401, "revoked", now));
        assertOver(new NotLetIn(0, "the gateway no longer accepts the token", true));

        again();
        attached();
        take(protocol.closed(4404, "deleted", now));
        assertOver(new HudNotice.Deleted());

        for (int status : new int[] {401, 403}) {
            again();
            take(protocol.start(now));
            take(protocol.notOpened(status, "no", now));
            assertOver(new NotLetIn(status, "no", true));
        }
    }

    @Test
    void a_gateway_that_is_not_there_is_tried_again_with_longer_pauses() {
        take(protocol.start(now));
        for (long pause : new long[] {1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000}) {
            take(protocol.notOpened(0, "nobody listens", now));
            assertThat(notices(StateChanged.class)).last().isEqualTo(new StateChanged(State.DISCONNECTED, pause));
            pass(pause);
            assertThat(protocol.state()).isEqualTo(State.CONNECTING);
        }
        greet(0);
        take(protocol.closed(1006, "", now));
        assertThat(notices(StateChanged.class)).last().isEqualTo(new StateChanged(State.DISCONNECTED, 1_000));
    }

    @Test
    void it_pings_and_leaves_a_socket_that_is_silent() {
        attached();
        pass(30_000);
        assertThat(sent()).containsExactly("{\"type\":\"ping\"}");
        hear("{\"type\":\"pong\"}");
        assertThat(told()).as("nobody asked for it").containsExactly("connected", "history");
        pass(30_000);
        pass(30_000);
        assertThat(protocol.state()).isEqualTo(State.DISCONNECTED);
        assertThat(done).contains(new HudStep.Drop());
        assertThat(notices(Trouble.class)).containsExactly(new Trouble("nothing was heard for 60 s"));
    }

    @Test
    void a_gateway_that_lets_us_in_and_says_nothing_is_left() {
        take(protocol.start(now));
        take(protocol.opened(now));
        pass(10_000);
        assertThat(done).contains(new HudStep.Drop());
        assertThat(protocol.state()).isEqualTo(State.DISCONNECTED);
    }

    @Test
    void what_a_newer_gateway_says_is_handed_on_as_it_came() {
        attached();
        hear("{\"type\":\"hud\",\"event\":\"dream_start\",\"id\":\"x\",\"ts\":1}");
        hear("nonsense");
        assertThat(notices(OfSession.class)).extracting(OfSession::text).contains("nonsense");
        assertThat(protocol.state()).isEqualTo(State.READY);
    }

    @Test
    void the_lobby_is_told_whole_after_each_cut() {
        protocol = new HudProtocol(new WatchedLobby(), () -> 0.5);
        for (int i = 0; i < 2; i++) {
            take(i == 0 ? protocol.start(now) : protocol.tick(now));
            take(protocol.opened(now));
            hear("{\"type\":\"connected\",\"version\":\"0.1.0\"}");
            assertThat(protocol.state()).isEqualTo(State.READY);
            hear("{\"type\":\"sessions\",\"sessions\":[],\"approvals\":[],\"agents\":[],\"devices\":[]}");
            hear("{\"type\":\"pong\"}");
            take(protocol.closed(1001, "shutdown", now));
            now += 1_000;
        }
        assertThat(opened()).containsExactly("/ws", "/ws");
        assertThat(notices(OfLobby.class)).hasSize(4);
    }

    private void again() {
        protocol = new HudProtocol(new WatchedSession("web:1"), () -> 0.5);
        done.clear();
    }

    private void assertOver(HudNotice why) {
        assertThat(protocol.state()).isEqualTo(State.OVER);
        assertThat(notices(HudNotice.class)).contains(why);
        int before = done.size();
        pass(1_000_000);
        assertThat(done).as("nothing more is done").hasSize(before);
    }

    private void attached() {
        greet(14);
        hear("{\"type\":\"history\",\"messages\":[]}");
    }

    private void greet(long seq) {
        if (opened().isEmpty()) {
            take(protocol.start(now));
        }
        take(protocol.opened(now));
        hear(connected(seq));
    }

    private void cut() {
        take(protocol.closed(1006, "", now));
        pass(1_000);
    }

    private void hear(String frame) {
        take(protocol.received(frame, now));
    }

    private void pass(long millis) {
        now += millis;
        take(protocol.tick(now));
    }

    private void take(List<HudStep> steps) {
        done.addAll(steps);
    }

    private List<String> opened() {
        return done.stream()
                .filter(HudStep.Open.class::isInstance)
                .map(step -> ((HudStep.Open) step).address())
                .toList();
    }

    private List<String> sent() {
        return done.stream()
                .filter(HudStep.Send.class::isInstance)
                .map(step -> ((HudStep.Send) step).frame())
                .toList();
    }

    private <N extends HudNotice> List<N> notices(Class<N> kind) {
        return done.stream()
                .filter(HudStep.Tell.class::isInstance)
                .map(step -> ((HudStep.Tell) step).notice())
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    /** The ids of what was told, or the types of what has none. */
    private List<String> told() {
        return notices(OfSession.class).stream()
                .map(notice -> Json.mapper().readTree(notice.text()))
                .map(frame -> frame.path("id").asString(frame.path("type").asString("")))
                .toList();
    }

    private static String connected(long seq) {
        return "{\"type\":\"connected\",\"session_id\":\"web:1\",\"kind\":\"chat\",\"name\":\"n\",\"agent\":\"a\",\"state\":\"IDLE\",\"seq\":%d,\"version\":\"0.1.0\"}"
                .formatted(seq);
    }

    private static String event(String id, long seq) {
        return "{\"type\":\"hud\",\"event\":\"turn_start\",\"id\":\"%s\",\"correlationId\":\"t\",\"ts\":1,\"seq\":%d}"
                .formatted(id, seq);
    }

    private static String message(String id, long seq) {
        return "{\"type\":\"message\",\"id\":\"%s\",\"seq\":%d,\"role\":\"user\",\"text\":\"x\",\"ts\":1}"
                .formatted(id, seq);
    }
}
