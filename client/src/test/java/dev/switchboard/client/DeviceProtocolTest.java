package dev.switchboard.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.client.DeviceProtocol.State;
import dev.switchboard.client.Notice.Acknowledged;
import dev.switchboard.client.Notice.Answered;
import dev.switchboard.client.Notice.Refused;
import dev.switchboard.client.Notice.StateChanged;
import dev.switchboard.client.Notice.Trouble;
import dev.switchboard.client.Step.Drop;
import dev.switchboard.client.Step.Open;
import dev.switchboard.client.Step.Send;
import dev.switchboard.client.Step.Show;
import dev.switchboard.client.Step.Tell;
import dev.switchboard.protocol.terminal.FromTerminal;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceProtocolTest {
    private static final Clock CLOCK = Clock.fixed(Instant.ofEpochSecond(1_000), ZoneOffset.UTC);
    private static final String HELLO =
            "{\"type\":\"connect\",\"peer_id\":\"desk\",\"device_name\":\"Desk\",\"capabilities\":[\"text\"]}";

    private final MemoryOutbox outbox = new MemoryOutbox("desk", CLOCK);
    private final DeviceProtocol protocol = new DeviceProtocol(
            new FromTerminal.Connect("desk", "Desk", List.of("text"), null, null, null),
            Timing.DEFAULT,
            outbox,
            () -> 0.5);
    /** Everything that was done, in order. */
    private final List<Step> done = new ArrayList<>();

    private long now;

    @Test
    void aWordBeforeTheAnswerIsToldAndTheAnswerIsWaitedForAllTheSame() {
        outbox.add("run uname -a");
        take(protocol.start(now));
        take(protocol.opened(now));
        take(protocol.received("{\"type\":\"connected\",\"channel_id\":\"c\",\"session_id\":\"c:local:desk\"}", now));
        hear("{\"type\":\"ack\",\"message_id\":\"desk-001001\",\"session_id\":\"s\",\"accepted\":true}");
        hear("{\"type\":\"notice\",\"message_id\":\"desk-001001\",\"code\":\"waiting_for_approval\",\"text\":\"It"
                + " waits.\",\"approval_id\":\"a-1\",\"expires_at\":\"2026-05-01T12:05:00Z\"}");
        hear("{\"type\":\"notice\",\"message_id\":\"desk-001001\",\"code\":\"approval_resolved\",\"text\":\"It was"
                + " allowed.\",\"approval_id\":\"a-1\"}");
        hear("{\"type\":\"notice\",\"message_id\":\"desk-001001\",\"code\":\"of_tomorrow\",\"text\":\"New.\"}");
        hear("{\"type\":\"notice\",\"message_id\":\"desk-001001\",\"text\":\"without a code\"}");

        assertThat(protocol.state()).isEqualTo(State.WAIT_REPLY);
        assertThat(notices())
                .containsSubsequence(
                        new Notice.Word("desk-001001", Notice.Word.WAITING, "It waits.", "a-1", "2026-05-01T12:05:00Z"),
                        new Notice.Word("desk-001001", Notice.Word.RESOLVED, "It was allowed.", "a-1", null),
                        new Notice.Word("desk-001001", "of_tomorrow", "New.", null, null),
                        new Trouble("ignored a notice that says nothing", null));
        hear(reply("desk-001001", "Linux", "stop"));
        assertThat(outbox.unanswered()).isEmpty();
    }

    @Test
    void aTurnGoesThroughTheStatesOfTheGuide() {
        outbox.add("hello");
        take(protocol.start(now));
        take(protocol.opened(now));
        take(protocol.received("{\"type\":\"connected\",\"channel_id\":\"c\",\"session_id\":\"c:local:desk\"}", now));
        hear("{\"type\":\"ack\",\"message_id\":\"desk-001001\",\"session_id\":\"s\",\"accepted\":true}");
        hear(reply("desk-001001", "hi there", "stop"));

        assertThat(states())
                .containsExactly(
                        State.CONNECTING,
                        State.WAIT_CONNECTED,
                        State.READY,
                        State.WAIT_ACK,
                        State.WAIT_REPLY,
                        State.READY);
        assertThat(sent())
                .containsExactly(HELLO, "{\"type\":\"message\",\"message_id\":\"desk-001001\",\"text\":\"hello\"}");
        assertThat(notices())
                .contains(
                        new Notice.Connected("c:local:desk"),
                        new Acknowledged("desk-001001", false),
                        new Answered("desk-001001", "hi there", "run-1", false, false));
        assertThat(outbox.unanswered()).isEmpty();
    }

    @Test
    void onlyOneMessageIsInFlight() {
        connected();
        say("one");
        say("two");
        assertThat(texts()).containsExactly("one");

        hear("{\"type\":\"ack\",\"message_id\":\"desk-001001\",\"accepted\":true}");
        assertThat(texts()).containsExactly("one");
        hear(reply("desk-001001", "1", "stop"));
        assertThat(texts()).containsExactly("one", "two");
    }

    @Test
    void theNextMessageGoesOutAfterTheAnswerBeforeItIsRecordedAsShown() {
        connected();
        say("one");
        say("two");
        var steps = protocol.received(reply("desk-001001", "1", "stop"), now);

        assertThat(steps).hasAtLeastOneElementOfType(Show.class).doesNotHaveAnyElementsOfTypes(Send.class);
        take(steps);
        assertThat(texts()).containsExactly("one", "two");
    }

    @Test
    void aMessageTypedOfflineGoesOutAfterConnected() {
        take(protocol.start(now));
        say("early");
        take(protocol.opened(now));
        assertThat(texts()).isEmpty();
        hear("{\"type\":\"connected\"}");
        assertThat(texts()).containsExactly("early");
    }

    @ParameterizedTest
    @ValueSource(ints = {1000, 1001, 1006, 1008, 1009, 1013, 4401, 4999})
    void afterEveryCloseCodeItComesBackAndSendsTheSameIdAgain(int code) {
        connected();
        say("hello");
        hear("{\"type\":\"ack\",\"message_id\":\"desk-001001\",\"accepted\":true}");
        take(protocol.closed(code, "", now));
        assertThat(protocol.state()).isEqualTo(State.DISCONNECTED);

        pass(1_000);
        take(protocol.opened(now));
        hear("{\"type\":\"connected\"}");
        assertThat(ids()).containsExactly("desk-001001", "desk-001001");
        hear(
                "{\"type\":\"ack\",\"message_id\":\"desk-001001\",\"accepted\":false,\"duplicate\":true,\"pending\":true}");
        assertThat(protocol.state()).isEqualTo(State.WAIT_REPLY);
        hear(reply("desk-001001", "at last", "stop"));
        assertThat(shown()).containsExactly("at last");
    }

    @Test
    void theReplyOfADuplicateIsShownLikeAnyOther() {
        connected();
        say("hello");
        hear("{\"type\":\"ack\",\"message_id\":\"desk-001001\",\"accepted\":false,\"duplicate\":true,\"pending\":false,"
                + "\"reply\":\"kept\",\"run_id\":\"run-9\",\"finish_reason\":\"stop\"}");
        hear(reply("desk-001001", "kept", "stop"));

        assertThat(notices()).contains(new Answered("desk-001001", "kept", "run-9", false, false));
        assertThat(shown()).as("reply and message of one id are one answer").containsExactly("kept");
    }

    @Test
    void aConversationThatWasResetEndsTheWaitInWords() {
        connected();
        say("hello");
        hear(
                "{\"type\":\"ack\",\"message_id\":\"desk-001001\",\"accepted\":false,\"duplicate\":true,\"pending\":false,\"reply\":\"This"
                    + " conversation was reset; the answer is no longer kept.\",\"finish_reason\":\"error\","
                    + "\"code\":\"forgotten\"}");

        assertThat(shown()).containsExactly("This conversation was reset; the answer is no longer kept.");
        assertThat(protocol.state()).isEqualTo(State.READY);
        assertThat(ids()).as("nothing is asked for again").containsExactly("desk-001001");
        assertThat(protocol.takeRetryable()).contains("hello");
    }

    @Test
    void aDuplicateThatIsNeitherOnItsWayNorThereEndsTheWaitToo() {
        connected();
        say("hello");
        hear(
                "{\"type\":\"ack\",\"message_id\":\"desk-001001\",\"accepted\":false,\"duplicate\":true,\"pending\":false}");

        assertThat(protocol.state()).isEqualTo(State.READY);
        assertThat(protocol.takeRetryable()).contains("hello");
    }

    @Test
    void anIdThatWasUsedBeforeIsLeftBehindTheClock() {
        connected();
        say("hello");
        hear("{\"type\":\"ack\",\"message_id\":\"desk-001001\",\"accepted\":false,\"duplicate\":true,\"pending\":false,"
                + "\"reply\":\"somebody else's\",\"code\":\"id_reused\"}");

        assertThat(ids()).containsExactly("desk-001001", "desk-001002");
        assertThat(texts()).containsExactly("hello", "hello");
        assertThat(shown()).isEmpty();
    }

    @Test
    void aRefusedAckIsSentAgainUnderItsIdWithBackoff() {
        connected();
        say("hello");
        say("later");
        for (long pause : new long[] {1_000, 2_000, 4_000}) {
            hear("{\"type\":\"ack\",\"message_id\":\"desk-001001\",\"accepted\":false,\"error\":\"full\"}");
            pass(pause - 1);
            assertThat(protocol.state()).isEqualTo(State.READY);
            pass(1);
            assertThat(protocol.state()).isEqualTo(State.WAIT_ACK);
        }
        assertThat(ids())
                .as("and nothing overtakes it")
                .containsOnly("desk-001001")
                .hasSize(4);
    }

    @Test
    void anErrorFrameRefusesItsMessageAndTheClientGoesOn() {
        connected();
        say("too long");
        say("short");
        hear("{\"type\":\"error\",\"error\":\"text is too long\",\"message_id\":\"desk-001001\"}");

        assertThat(notices()).contains(new Refused("desk-001001", "text is too long"));
        assertThat(texts()).containsExactly("too long", "short");
        assertThat(protocol.takeRetryable()).contains("too long");
        assertThat(protocol.takeRetryable()).isEmpty();
    }

    @Test
    void aMessageThatIsTooLongForTheGatewayIsRefusedAndNotSentForEver() {
        connected();
        say("too long");
        say("short");
        take(protocol.closed(1009, "", now));
        assertThat(notices()).contains(new Refused("desk-001001", "the message is too long for the gateway"));

        pass(1_000);
        take(protocol.opened(now));
        hear("{\"type\":\"connected\"}");
        assertThat(texts()).containsExactly("too long", "short");
    }

    @Test
    void anErrorThatNamesNoMessageIsAboutTheOneNotYetAcknowledged() {
        connected();
        say("hello");
        hear("{\"type\":\"error\",\"error\":\"text is required\"}");
        assertThat(notices()).contains(new Refused("desk-001001", "text is required"));

        say("again");
        hear("{\"type\":\"ack\",\"message_id\":\"desk-001002\",\"accepted\":true}");
        hear("{\"type\":\"error\",\"error\":\"something else\"}");
        assertThat(notices()).contains(new Trouble("the gateway says: something else", null));
        assertThat(protocol.state()).isEqualTo(State.WAIT_REPLY);
    }

    @Test
    void aFailedTurnIsShownAsOneAndCanBeRetried() {
        connected();
        say("hello");
        hear(reply("desk-001001", "The model did not answer.", "error"));

        assertThat(notices()).contains(new Answered("desk-001001", "The model did not answer.", "run-1", true, false));
        assertThat(protocol.takeRetryable()).contains("hello");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"weather\",\"temperature\":21}",
                "[]",
                "null",
                "not json",
                "{}",
                "{\"type\":42}",
                "{\"type\":\"ack\"}",
                "{\"type\":\"message\",\"role\":\"user\",\"message_id\":\"desk-001001\",\"text\":\"not an answer\"}",
                "{\"type\":\"ack\",\"message_id\":\"somebody-else\",\"accepted\":true}",
                "{\"type\":\"message\",\"role\":\"assistant\",\"message_id\":\"somebody-else\",\"text\":\"not for us\"}"
            })
    void whatItDoesNotUnderstandIsIgnored(String frame) {
        connected();
        say("hello");
        hear(frame);
        assertThat(protocol.state()).isEqualTo(State.WAIT_ACK);
        assertThat(shown()).isEmpty();
        hear("{\"type\":\"ack\",\"message_id\":\"desk-001001\",\"accepted\":true,\"weather\":{\"sunny\":[true]}}");
        assertThat(protocol.state()).isEqualTo(State.WAIT_REPLY);
    }

    @Test
    void itPingsAtTheHeartbeatAndDropsALinkThatIsSilentForTwo() {
        connected();
        pass(30_000);
        assertThat(sent()).endsWith("{\"type\":\"ping\"}");
        hear("{\"type\":\"pong\"}");
        pass(30_000);
        assertThat(sent().stream().filter("{\"type\":\"ping\"}"::equals)).hasSize(2);
        pass(29_999);
        assertThat(protocol.state()).isEqualTo(State.READY);
        pass(1);
        assertThat(done).hasAtLeastOneElementOfType(Drop.class);
        assertThat(protocol.state()).isEqualTo(State.DISCONNECTED);
    }

    @Test
    void aWebSocketPongIsLifeToo() {
        connected();
        for (int i = 0; i < 10; i++) {
            pass(30_000);
            protocol.stirred(now);
        }
        assertThat(protocol.state()).isEqualTo(State.READY);
    }

    @Test
    void aGatewayThatOpensAndSaysNothingIsDropped() {
        take(protocol.start(now));
        take(protocol.opened(now));
        pass(60_000);
        assertThat(protocol.state()).isEqualTo(State.DISCONNECTED);
    }

    @Test
    void aSocketThatDoesNotOpenIsGivenUp() {
        take(protocol.start(now));
        pass(9_999);
        assertThat(protocol.state()).isEqualTo(State.CONNECTING);
        pass(1);
        assertThat(done).endsWith(new Tell(new StateChanged(State.DISCONNECTED, 1_000)));
    }

    @Test
    void pausesDoubleUpToHalfAMinuteAndConnectedResetsThem() {
        take(protocol.start(now));
        var pauses = new ArrayList<Long>();
        for (int i = 0; i < 7; i++) {
            take(protocol.notOpened(0, "nobody there", now));
            pauses.add(protocol.nextAt() - now);
            pass(protocol.nextAt() - now);
        }
        assertThat(pauses).containsExactly(1_000L, 2_000L, 4_000L, 8_000L, 16_000L, 30_000L, 30_000L);

        take(protocol.opened(now));
        hear("{\"type\":\"connected\"}");
        take(protocol.closed(1006, "", now));
        assertThat(protocol.nextAt() - now).isEqualTo(1_000);
    }

    @Test
    void anOpenSocketWithoutConnectedDoesNotResetThem() {
        take(protocol.start(now));
        for (long pause : new long[] {1_000, 2_000, 4_000}) {
            take(protocol.opened(now));
            take(protocol.closed(1006, "", now));
            assertThat(protocol.nextAt() - now).isEqualTo(pause);
            pass(pause);
        }
    }

    @Test
    void itWaitsHalfAMinuteWhenAnotherDeviceHasItsName() {
        connected();
        take(protocol.closed(4409, "", now));
        assertThat(protocol.nextAt() - now).isEqualTo(30_000);
        assertThat(notices()).contains(new Trouble("another device uses the id desk; each device needs its own", null));
    }

    @Test
    void aMessageWithoutAckIsSentAgainOnALivingLink() {
        connected();
        say("hello");
        for (int second = 0; second < 30; second++) {
            pass(1_000);
            hear("{\"type\":\"pong\"}");
        }
        assertThat(ids()).containsExactly("desk-001001", "desk-001001");
    }

    @Test
    void anAcceptedMessageIsAskedForAgainNowAndThen() {
        connected();
        say("hello");
        hear("{\"type\":\"ack\",\"message_id\":\"desk-001001\",\"accepted\":true}");
        for (int second = 0; second < 60; second++) {
            pass(1_000);
            hear("{\"type\":\"pong\"}");
        }
        assertThat(ids()).containsExactly("desk-001001", "desk-001001");
    }

    private void connected() {
        take(protocol.start(now));
        take(protocol.opened(now));
        hear("{\"type\":\"connected\",\"session_id\":\"s\"}");
        done.clear();
    }

    private void say(String text) {
        outbox.add(text);
        take(protocol.added(now));
    }

    private void hear(String frame) {
        take(protocol.received(frame, now));
    }

    private void pass(long millis) {
        now += millis;
        take(protocol.tick(now));
    }

    /** As the client does: a step is done before the protocol is asked again. */
    private void take(List<Step> steps) {
        for (var step : steps) {
            done.add(step);
            if (step instanceof Show(var _, var id)) {
                outbox.showing(id);
                outbox.done(id);
            }
        }
        if (!steps.isEmpty()) {
            take(protocol.tick(now));
        }
    }

    private static String reply(String id, String text, String finish) {
        return "{\"type\":\"message\",\"role\":\"assistant\",\"message_id\":\"%s\",\"run_id\":\"run-1\",\"text\":\"%s\",\"finish_reason\":\"%s\"}"
                .formatted(id, text, finish);
    }

    private List<String> sent() {
        return done.stream()
                .filter(Send.class::isInstance)
                .map(step -> ((Send) step).frame())
                .toList();
    }

    private List<String> texts() {
        return messages("\"text\":\"");
    }

    private List<String> ids() {
        return messages("\"message_id\":\"");
    }

    private List<String> messages(String field) {
        return sent().stream()
                .filter(frame -> frame.contains("\"type\":\"message\""))
                .map(frame -> {
                    int from = frame.indexOf(field) + field.length();
                    return frame.substring(from, frame.indexOf('"', from));
                })
                .toList();
    }

    private List<Notice> notices() {
        var notices = new ArrayList<Notice>();
        for (var step : done) {
            switch (step) {
                case Tell(var notice) -> notices.add(notice);
                case Show(var notice, var _) -> notices.add(notice);
                case Open _, Send _, Drop _ -> {}
            }
        }
        return notices;
    }

    private List<State> states() {
        return notices().stream()
                .filter(StateChanged.class::isInstance)
                .map(notice -> ((StateChanged) notice).state())
                .toList();
    }

    private List<String> shown() {
        return notices().stream()
                .filter(Answered.class::isInstance)
                .map(notice -> ((Answered) notice).text())
                .toList();
    }
}
