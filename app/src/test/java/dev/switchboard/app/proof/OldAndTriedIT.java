package dev.switchboard.app.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.channel.AdmissionTerms;
import dev.switchboard.core.identity.ChannelIdentity;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.message.InboundMessage;
import dev.switchboard.store.Store;
import dev.switchboard.testkit.DeafBus;
import dev.switchboard.testkit.Device;
import dev.switchboard.testkit.MovableClock;
import dev.switchboard.testkit.ScriptedModel;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What a gateway does with messages that have waited long or have been tried often. */
class OldAndTriedIT {
    private static final SessionId SESSION = new SessionId("terminal-dev:local:device-001");

    @TempDir
    Path data;

    private final MovableClock clock = new MovableClock(Instant.parse("2026-03-01T12:00:00Z"));
    private final ScriptedModel model = ScriptedModel.echo();

    @Test
    void aMessageThatWaitedMoreThanADayIsAnsweredInWordsInsteadOfBeingRun() throws InterruptedException {
        acceptAndStop();
        clock.pass(Duration.ofHours(24).plusMillis(1));
        var answer = askAgain();
        assertThat(answer.get("reply").stringValue()).contains("too old").contains("send it again");
        assertThat(answer.get("finish_reason").stringValue()).isEqualTo("error");
        assertThat(model.asked()).isEmpty();
    }

    @Test
    void aMessageThatWaitedADayIsStillRun() throws InterruptedException {
        acceptAndStop();
        clock.pass(Duration.ofHours(24));
        assertThat(askAgain().get("reply").stringValue()).isEqualTo("echo: hello");
        assertThat(model.asked()).hasSize(1);
    }

    @Test
    void anAnswerIsGivenAgainAfterARestartAndAWeek() throws InterruptedException {
        JsonNode reply;
        try (var gateway = start();
                var device = gateway.connect("device-001")) {
            device.message("m-1", "hello");
            reply = device.next("message");
        }
        clock.pass(Duration.ofDays(7));
        try (var gateway = start();
                var device = gateway.connect("device-001")) {
            device.message("m-1", "hello");
            var again = device.next();
            assertThat(again.get("duplicate").booleanValue()).isTrue();
            assertThat(again.get("pending").booleanValue()).isFalse();
            assertThat(again.get("reply")).isEqualTo(reply.get("text"));
            assertThat(again.get("run_id")).isEqualTo(reply.get("run_id"));
            assertThat(again.has("code")).isFalse();
            device.message("m-1", "another text");
            assertThat(device.next().get("code").stringValue()).isEqualTo("id_reused");
        }
        assertThat(model.asked()).hasSize(1);
    }

    @Test
    void aMessageThatWasStartedThreeTimesIsGivenUpInWords() throws InterruptedException {
        startedWithoutAnEnd(3);
        var answer = askAgain();
        assertThat(answer.get("reply").stringValue()).contains("tried 3 times").contains("send it again");
        assertThat(answer.get("finish_reason").stringValue()).isEqualTo("error");
        assertThat(answer.get("run_id").stringValue()).isEqualTo("run-1");
        assertThat(model.asked()).isEmpty();
    }

    @Test
    void aMessageThatWasStartedTwiceIsTriedOnceMoreUnderTheSameRunId() throws InterruptedException {
        startedWithoutAnEnd(2);
        var answer = askAgain();
        assertThat(answer.get("reply").stringValue()).isEqualTo("echo: hello");
        assertThat(answer.get("run_id").stringValue()).isEqualTo("run-1");
        assertThat(model.asked()).hasSize(1);
    }

    /** Nobody is woken, and since the clock stands still the sweep finds the message too young. */
    private void acceptAndStop() throws InterruptedException {
        try (var gateway = TestGateway.start(data, model, new DeafBus(), clock);
                var device = gateway.connect("device-001")) {
            device.message("m-1", "hello");
            assertThat(device.next().get("accepted").booleanValue()).isTrue();
        }
        assertThat(model.asked()).isEmpty();
    }

    /** As gateways leave it that went down in the middle of its run. */
    private void startedWithoutAnEnd(int times) {
        try (var store = Store.open(data.resolve("switchboard.db"), data.resolve("token.key"), clock)) {
            var identity = new ChannelIdentity(
                    "terminal-dev", "terminal", "local", "device-001", "terminal", "m-1", null, null);
            store.inbox()
                    .admit(new InboundMessage(identity, SESSION, "hello", clock.instant()), AdmissionTerms.OF_A_PEER);
            for (int i = 1; i <= times; i++) {
                var started = new RunEvent.RunStarted("e-" + i, "run-1", "m-1", "default", "scripted", i);
                store.ledger()
                        .start(SessionEpoch.first(SESSION), 1, new RunId("run-1"), List.of(started))
                        .await();
            }
        }
        clock.pass(Duration.ofSeconds(1));
    }

    /** The ack of the same id once the message has its answer. */
    private JsonNode askAgain() throws InterruptedException {
        try (var gateway = start();
                var device = gateway.connect("device-001")) {
            return answered(device);
        }
    }

    private static JsonNode answered(Device device) throws InterruptedException {
        device.message("m-1", "hello");
        var ack = device.next("ack");
        if (ack.get("pending").booleanValue()) {
            device.next("message");
            device.message("m-1", "hello");
            ack = device.next("ack");
        }
        return ack;
    }

    private TestGateway start() {
        return TestGateway.start(data, model, new LocalBus(), clock);
    }
}
