package dev.switchboard.client.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.client.board.BoardNotice.Ended;
import dev.switchboard.client.board.BoardNotice.NotLetIn;
import dev.switchboard.client.board.BoardNotice.Received;
import dev.switchboard.client.board.BoardNotice.Started;
import dev.switchboard.client.board.BoardNotice.Trouble;
import dev.switchboard.client.board.BoardProtocol.State;
import dev.switchboard.json.Json;
import dev.switchboard.protocol.board.BoardFrames;
import dev.switchboard.protocol.board.FromBoard;
import dev.switchboard.protocol.board.ToBoard;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class BoardProtocolTest {
    private static final String NOW = "2026-11-16T10:30:00Z";
    private static final BoardSettings SETTINGS = new BoardSettings(
            URI.create("ws://127.0.0.1:18080/api/board/ws"),
            "swb_secret",
            "board-1",
            List.of("task:read", "task:write"),
            null,
            BoardTiming.DEFAULT);

    private int ids;
    private final BoardProtocol protocol = new BoardProtocol(
            SETTINGS, () -> 0.5, () -> "id-" + ++ids, Clock.fixed(Instant.parse(NOW), ZoneOffset.UTC));
    private final List<BoardStep> done = new ArrayList<>();
    private long now;

    @Test
    void itAnswersTheWelcomeWithItsTokenAndIsReady() {
        take(protocol.start(now));
        take(protocol.opened(now));
        assertThat(sent()).as("the gateway speaks first").isEmpty();
        hear(new ToBoard.Welcome("0.1.0", "1", "nonce", List.of("streaming")));
        assertThat(sent())
                .containsExactly("{\"type\":\"connection:auth\",\"id\":\"id-1\",\"timestamp\":\"" + NOW
                        + "\",\"payload\":{\"device_id\":\"board-1\",\"token\":\"swb_secret\",\"role\":\"operator\","
                        + "\"scopes\":[\"task:read\",\"task:write\"],\"protocol_version\":\"1\"}}");
        hear(new ToBoard.Authenticated("login-1", List.of("task:read"), null));
        assertThat(protocol.state()).isEqualTo(State.READY);
    }

    @Test
    void aTaskIsSubmittedStartsAndEndsOnce() {
        connected();
        submit("key-1");
        assertThat(types()).containsExactly("connection:auth", "task:submit");
        hear(new ToBoard.TaskStarted("run-1", "key-1", NOW));
        hear(completed("run-1"));
        hear(completed("run-1"));

        assertThat(notices(Started.class)).containsExactly(new Started("key-1", "run-1"));
        assertThat(ends()).containsExactly("key-1 run-1 Completed");
        assertThat(notices(Received.class).stream()
                        .filter(received -> received.text().contains("task:completed")))
                .as("and its frame is handed on once")
                .hasSize(1);
    }

    @Test
    void whatIsSubmittedEarlyGoesOutWhenItCan() {
        take(protocol.start(now));
        submit("key-1");
        assertThat(sent()).isEmpty();
        greet();
        assertThat(types()).containsExactly("connection:auth", "task:submit");
    }

    @ParameterizedTest
    @ValueSource(ints = {1000, 1001, 1006, 1008, 1013, 4999})
    void afterEveryCloseCodeItComesBackAndAttaches(int code) {
        connected();
        submit("key-1");
        hear(new ToBoard.TaskStarted("run-1", "key-1", NOW));
        take(protocol.closed(code, "", now));
        assertThat(protocol.state()).isEqualTo(State.DISCONNECTED);
        pass(1_000);
        greet();
        assertThat(types()).containsExactly("connection:auth", "task:submit", "connection:auth", "task:attach");
        assertThat(payload().get("task_id").stringValue()).isEqualTo("run-1");
        assertThat(payload().get("stream_deltas").booleanValue()).isTrue();

        hear(new ToBoard.TaskStarted("run-1", "key-1", NOW));
        hear(completed("run-1"));
        assertThat(ends()).containsExactly("key-1 run-1 Completed");
    }

    @Test
    void aTaskThatNeverStartedIsSubmittedAgainUnderItsKey() {
        connected();
        submit("key-1");
        cut();
        assertThat(types()).endsWith("task:submit");
        assertThat(payload().get("idempotency_key").stringValue()).isEqualTo("key-1");

        answer(error("run-1", "already_running", false));
        assertThat(notices(Started.class)).containsExactly(new Started("key-1", "run-1"));
        assertThat(types()).as("for the text so far").endsWith("task:attach");
        assertThat(ends()).isEmpty();
        hear(completed("run-1"));
        assertThat(ends()).containsExactly("key-1 run-1 Completed");
    }

    @Test
    void aTaskThatEndedWhileWeWereAwayEndsByTheSameKey() {
        connected();
        submit("key-1");
        cut();
        answer(completed("run-1"));
        assertThat(ends()).containsExactly("key-1 run-1 Completed");
        cut();
        assertThat(types()).as("and is not asked for again").endsWith("connection:auth");
    }

    @Test
    void aTaskThatFailedOrWasStoppedHasEnded() {
        connected();
        submit("key-1");
        hear(new ToBoard.TaskStarted("run-1", "key-1", NOW));
        hear(error("run-1", "model_unavailable", true));
        submit("key-2");
        hear(new ToBoard.TaskStarted("run-2", "key-2", NOW));
        hear(new ToBoard.TaskStopped("run-2", null));
        assertThat(ends()).containsExactly("key-1 run-1 Failed", "key-2 run-2 Stopped");
    }

    @Test
    void aTaskTheGatewayDoesNotTakeIsRefusedAndTheConnectionLives() {
        connected();
        submit("key-1");
        answer(new ToBoard.ConnectionError("forbidden", "This token may not submit tasks.", null));
        assertThat(notices(Ended.class))
                .containsExactly(
                        new Ended("key-1", null, new TaskEnd.Refused("forbidden", "This token may not submit tasks.")));
        assertThat(protocol.state()).isEqualTo(State.READY);
    }

    @Test
    void whatTheGatewayIsTooBusyForIsSaidAgainAndEndsNothing() {
        connected();
        submit("key-1");
        hear(new ToBoard.TaskStarted("run-1", "key-1", NOW));
        take(protocol.stop("run-1", null));
        answer(new ToBoard.ConnectionError("rate_limited", "too many messages", 2_000L));
        submit("key-2");
        answer(new ToBoard.ConnectionError("rate_limited", "too many messages", 2_000L));
        int before = sent().size();
        pass(1_999);
        assertThat(sent()).hasSize(before);
        pass(1);
        assertThat(types().subList(before, types().size())).containsExactly("task:submit", "task:stop");
        assertThat(ends()).isEmpty();
        hear(new ToBoard.TaskStopped("run-1", null));
        assertThat(ends()).containsExactly("key-1 run-1 Stopped");
    }

    @Test
    void aTaskThatIsTooLongIsRefusedAndNotSubmittedForEver() {
        connected();
        submit("key-1");
        take(protocol.closed(1009, "", now));
        assertThat(ends()).containsExactly("key-1 null Refused");
        pass(1_000);
        greet();
        assertThat(types()).endsWith("connection:auth");
    }

    @Test
    void attachingToWhatIsNotThereEndsIt() {
        connected();
        take(protocol.attach("run-9", true));
        answer(error("run-9", "task_not_found", false));
        assertThat(ends()).containsExactly("run-9 run-9 Refused");
    }

    @Test
    void aMessageForATaskThatIsNotFoundDoesNotEndAnother() {
        connected();
        submit("key-1");
        hear(new ToBoard.TaskStarted("run-1", "key-1", NOW));
        take(protocol.stop("run-1", null));
        answer(error("run-1", "task_not_found", false));
        assertThat(ends()).isEmpty();
    }

    @Test
    void aStopWaitsUntilTheTaskHasItsId() {
        connected();
        submit("key-1");
        take(protocol.stop("key-1", "wrong folder"));
        assertThat(types()).endsWith("task:submit");
        hear(new ToBoard.TaskStarted("run-1", "key-1", NOW));
        assertThat(types()).endsWith("task:stop");
        assertThat(payload().toString()).isEqualTo("{\"task_id\":\"run-1\",\"reason\":\"wrong folder\"}");
    }

    @Test
    void whatIsStoppedBeforeItWasSubmittedNeverIs() {
        take(protocol.start(now));
        submit("key-1");
        take(protocol.stop("key-1", null));
        greet();
        assertThat(types()).containsExactly("connection:auth");
        assertThat(ends()).containsExactly("key-1 null Refused");
    }

    @Test
    void whatWasNotAnsweredIsSaidAgainUnderTheSameIdAndWhatWasIsNot() {
        connected();
        submit("key-1");
        hear(new ToBoard.TaskStarted("run-1", "key-1", NOW));
        take(protocol.say("appr-1", new FromBoard.ApprovalResponse("appr-1", true, null)));
        take(protocol.say("appr-2", new FromBoard.ApprovalResponse("appr-2", false, null)));
        take(protocol.stop("run-1", null));
        var stop = sent().getLast();
        answer(new ToBoard.TaskProgress("run-1", "executing", null, null, null, "stopping", null));
        hear(new ToBoard.ApprovalResolved("appr-1", true, null, null, null));
        var unanswered = sent().get(3);
        cut();
        assertThat(unanswered).contains("appr-2");
        assertThat(sent().getLast()).isEqualTo(unanswered);
        assertThat(sent().stream().filter(stop::equals)).hasSize(1);
    }

    @Test
    void tooManyUnansweredMessagesAreSaidAndNotKept() {
        take(protocol.start(now));
        for (int i = 0; i < Commands.MOST; i++) {
            take(protocol.stop("run-" + i, null));
        }
        assertThat(notices(Trouble.class)).isEmpty();
        take(protocol.stop("run-x", null));
        assertThat(notices(Trouble.class)).singleElement().satisfies(trouble -> assertThat(trouble.sentence())
                .contains("more than 256 messages wait"));
    }

    @Test
    void aVersionItDoesNotSpeakIsSaidAndNothingIsTold() {
        take(protocol.start(now));
        take(protocol.opened(now));
        hear(new ToBoard.Welcome("9.0.0", "2", "nonce", List.of()));
        assertThat(notices(NotLetIn.class))
                .containsExactly(new NotLetIn(
                        0,
                        "the gateway speaks version 2 of the board protocol, this program version 1 — update the older"
                                + " of the two",
                        true));
        assertThat(sent()).as("no token goes there").isEmpty();
        assertThat(protocol.state()).isEqualTo(State.OVER);
        pass(1_000_000);
        assertThat(opens()).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"auth_failed", "invalid_token", "protocol_error"})
    void aTokenThatIsNoGoodIsNotTriedAgain(String code) {
        take(protocol.start(now));
        take(protocol.opened(now));
        hear(new ToBoard.Welcome("0.1.0", "1", "nonce", List.of()));
        hear(new ToBoard.ConnectionError(code, "the token is wrong", null));
        assertThat(notices(NotLetIn.class)).containsExactly(new NotLetIn(0, "the token is wrong", true));
        pass(1_000_000);
        assertThat(opens()).isOne();
    }

    @Test
    void aTokenThatIsRevokedEndsItWithTheGatewaysReason() {
        connected();
        hear(new ToBoard.Closing("the token was revoked"));
        take(protocol.closed(4401, "", now));
        assertThat(notices(NotLetIn.class))
                .containsExactly(new NotLetIn(0, "the gateway refused the token (the token was revoked)", true));
    }

    @Test
    void tooManyWrongTokensAreWaitedOutAsLongAsTheGatewaySays() {
        take(protocol.start(now));
        take(protocol.opened(now));
        hear(new ToBoard.Welcome("0.1.0", "1", "nonce", List.of()));
        hear(new ToBoard.ConnectionError("rate_limited", "try again later", 30_000L));
        pass(29_999);
        assertThat(opens()).isOne();
        pass(1);
        assertThat(opens()).isEqualTo(2);
    }

    @Test
    void aGatewayThatIsSilentIsPingedThenDropped() {
        connected();
        pass(30_000);
        assertThat(types()).endsWith("health:ping");
        hear(new ToBoard.HealthPong(NOW, 0, NOW));
        pass(30_000);
        pass(30_000);
        assertThat(protocol.state()).isEqualTo(State.DISCONNECTED);
        assertThat(notices(Trouble.class)).contains(new Trouble("nothing was heard for 60 s"));
    }

    @Test
    void aGatewayThatNeverGreetsIsLeftWithGrowingPauses() {
        take(protocol.start(now));
        for (long pause : new long[] {1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000}) {
            int before = opens();
            take(protocol.opened(now));
            pass(10_000);
            pass(pause - 1);
            assertThat(opens()).isEqualTo(before);
            pass(1);
            assertThat(opens()).isEqualTo(before + 1);
        }
    }

    @Test
    void whatIsUnknownIsHandedOnAndWhatIsNoMessageIsSaid() {
        connected();
        var news = "{\"type\":\"task:sparkle\",\"id\":\"x\",\"payload\":{}}";
        take(protocol.received(news, now));
        assertThat(notices(Received.class)).contains(new Received(news, null));
        take(protocol.received("what?", now));
        assertThat(notices(Trouble.class))
                .containsExactly(new Trouble("ignored a message of the gateway: the message is not valid JSON"));
    }

    private void connected() {
        take(protocol.start(now));
        greet();
    }

    private void greet() {
        take(protocol.opened(now));
        hear(new ToBoard.Welcome("0.1.0", "1", "nonce", List.of()));
        hear(new ToBoard.Authenticated("login-1", List.of(), null));
    }

    private void cut() {
        take(protocol.closed(1006, "", now));
        pass(1_000);
        greet();
    }

    private void submit(String key) {
        var options = new FromBoard.Options(null, true, null, null, null, null);
        take(protocol.submit(key, new FromBoard.Submit(key, "a goal", List.of(), null, null, null, options)));
    }

    private void hear(ToBoard payload) {
        take(protocol.received(BoardFrames.write("msg", NOW, null, payload), now));
    }

    /** In answer to what was sent last. */
    private void answer(ToBoard payload) {
        take(protocol.received(BoardFrames.write("msg", NOW, last().get("id").stringValue(), payload), now));
    }

    private void pass(long millis) {
        now += millis;
        take(protocol.tick(now));
    }

    private void take(List<BoardStep> steps) {
        done.addAll(steps);
    }

    private List<String> sent() {
        return done.stream()
                .filter(BoardStep.Send.class::isInstance)
                .map(step -> ((BoardStep.Send) step).frame())
                .toList();
    }

    private JsonNode last() {
        return Json.mapper().readTree(sent().getLast());
    }

    private JsonNode payload() {
        return last().get("payload");
    }

    private List<String> types() {
        return sent().stream()
                .map(frame -> Json.mapper().readTree(frame).get("type").stringValue())
                .toList();
    }

    private int opens() {
        return (int) done.stream().filter(BoardStep.Open.class::isInstance).count();
    }

    private <N extends BoardNotice> List<N> notices(Class<N> kind) {
        return done.stream()
                .filter(BoardStep.Tell.class::isInstance)
                .map(step -> ((BoardStep.Tell) step).notice())
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    private List<String> ends() {
        return notices(Ended.class).stream()
                .map(ended -> "%s %s %s"
                        .formatted(
                                ended.key(),
                                ended.taskId(),
                                ended.end().getClass().getSimpleName()))
                .toList();
    }

    private static ToBoard completed(String taskId) {
        return new ToBoard.TaskCompleted(
                taskId, new ToBoard.Result("Done.", null, null, null), new ToBoard.Usage(0, 0, 0, null), NOW);
    }

    private static ToBoard error(String taskId, String type, boolean isFinal) {
        return new ToBoard.TaskError(taskId, new ToBoard.Problem(type, "No.", true, null), null, null, isFinal);
    }
}
