package dev.switchboard.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.channel.Acknowledgement;
import dev.switchboard.core.channel.Admission;
import dev.switchboard.core.channel.AdmissionTerms;
import dev.switchboard.core.channel.AdmissionTerms.DedupeScope;
import dev.switchboard.core.channel.ChannelRuntime;
import dev.switchboard.core.channel.ChannelSettings;
import dev.switchboard.core.channel.Draft;
import dev.switchboard.core.channel.HeldMessages;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.telemetry.Telemetry;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What dialects ask of admission, through the one way in. */
final class AdmissionTermsTest {
    private static final SessionId SESSION = new SessionId("agent-1");
    private static final AdmissionTerms EXECUTE = new AdmissionTerms(1, DedupeScope.SESSION);
    private static final AdmissionTerms CHAT = new AdmissionTerms(64, DedupeScope.SESSION);
    private static final ChannelSettings WEB = channel("web");
    private static final ChannelSettings DEVICES = channel("terminal-dev");

    private TestStore test;
    private ChannelRuntime runtime;

    @BeforeEach
    void open(@TempDir Path folder) {
        test = new TestStore(folder);
        connect();
    }

    private void connect() {
        var store = test.store();
        runtime = new ChannelRuntime(
                store.inbox(),
                store.channelEvents(),
                new LocalBus(),
                new HeldMessages(),
                store.attachments(),
                Telemetry.NONE,
                Clock.systemUTC());
    }

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void ofManyThatExecuteAtOnceOneIsTakenAndTheOthersAreToldThatItIsBusy() throws Exception {
        var all = new ArrayList<Callable<Admission>>();
        for (int i = 0; i < 50; i++) {
            var id = "x-" + i;
            all.add(() -> said(WEB, "browser-" + id, id, EXECUTE));
        }
        List<Admission> became;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            became = threads.invokeAll(all).stream().map(Future::resultNow).toList();
        }

        assertThat(became).filteredOn(Admission.Accepted.class::isInstance).hasSize(1);
        assertThat(became).filteredOn(AdmissionTermsTest::isBusy).hasSize(49);
        assertThat(test.store().ledger().lastSeq(SESSION)).isEqualTo(1);
    }

    @Test
    void whatADeviceSaidKeepsAStreamWaitingAndNotTheOtherWayRound() {
        assertThat(said(DEVICES, "device-001", "m-1", AdmissionTerms.OF_A_PEER)).isEqualTo(new Admission.Accepted(1));

        assertThat(said(WEB, "phone", "x-1", EXECUTE)).matches(AdmissionTermsTest::isBusy);
        assertThat(said(WEB, "phone", "x-1", CHAT)).isEqualTo(new Admission.Accepted(2));
        assertThat(said(DEVICES, "device-001", "m-2", AdmissionTerms.OF_A_PEER)).isEqualTo(new Admission.Accepted(3));
    }

    @Test
    void whatWasSaidInOneBrowserIsADuplicateInTheNextAlsoAfterARestart() {
        assertThat(said(WEB, "browser-1", "m-1", CHAT)).isEqualTo(new Admission.Accepted(1));
        assertThat(said(DEVICES, "browser-1", "m-1", AdmissionTerms.OF_A_PEER)).isEqualTo(new Admission.Accepted(2));

        assertThat(said(WEB, "browser-2", "m-1", CHAT)).isEqualTo(new Admission.Running(SESSION, false));
        test.reopen();
        connect();
        assertThat(said(WEB, "browser-3", "m-1", CHAT)).isEqualTo(new Admission.Running(SESSION, false));
    }

    private Admission said(ChannelSettings channel, String peer, String id, AdmissionTerms terms) {
        var draft = new Draft(peer, id, "text of " + id, null, null, SESSION, null, null, terms);
        try (var acknowledgement = runtime.acceptInbound(channel, draft)) {
            return ((Acknowledgement.Judged) acknowledgement).admission();
        }
    }

    private static boolean isBusy(Admission admission) {
        return admission instanceof Admission.Refused(var code, var _) && code == ErrorCode.BUSY;
    }

    private static ChannelSettings channel(String id) {
        return new ChannelSettings(
                id, true, id, "websocket", "local", id, "default", Duration.ofSeconds(30), 20_000, null);
    }
}
