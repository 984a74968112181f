package dev.switchboard.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.channel.Admission;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.ledger.FinishReason;
import dev.switchboard.testkit.Talk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was acknowledged is there after a restart, however it came about. */
final class RecoveryTest {
    @TempDir
    Path folder;

    private final Talk anna = Talk.of("anna");
    private TestStore test;

    @BeforeEach
    void open() throws IOException {
        test = new TestStore(Files.createDirectory(folder.resolve("data")), TestStore.withoutKeeper());
    }

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void everythingIsThereAfterAnOrderlyRestart() {
        var operator = test.store().tokens().keepOperator("swb_operator");
        var minted = test.store().tokens().mint(operator, "phone", Set.of(Scope.TASK_READ), null);
        leaveWorkBehind(test.store());
        var before = test.store().ledger().after(anna.session(), 0, 100);

        test.reopen();

        assertThat(test.store().ledger().after(anna.session(), 0, 100)).isEqualTo(before);
        checkWorkLeftBehind(test.store());
        assertThat(test.store().tokens().find(minted.secret())).contains(minted.token());
        assertThat(test.store().channelEvents().latest("one", 10))
                .containsExactly(SqliteChannelEventLogTest.event("one", 1));
    }

    @Test
    void everythingAcknowledgedIsThereAfterACrash() throws IOException {
        leaveWorkBehind(test.store());
        var copy = Files.createDirectory(folder.resolve("copy"));
        // What a killed process leaves: the database and its log, and no farewell.
        Files.copy(test.file(), copy.resolve(test.file().getFileName()));
        Files.copy(test.log(), copy.resolve(test.log().getFileName()));
        assertThat(Files.size(test.log())).isPositive();

        try (var recovered = new TestStore(copy)) {
            assertThat(recovered.store().ledger().after(anna.session(), 0, 100))
                    .isEqualTo(test.store().ledger().after(anna.session(), 0, 100));
            checkWorkLeftBehind(recovered.store());
        }
    }

    @Test
    void aTornLogCostsOnlyWhatWasNotAcknowledged() throws IOException {
        leaveWorkBehind(test.store());
        var copy = Files.createDirectory(folder.resolve("copy"));
        Files.copy(test.file(), copy.resolve(test.file().getFileName()));
        var log = Files.readAllBytes(test.log());
        // The next transaction was being written when the power went: its pages are there, its end is not.
        anna.say(test.store().inbox(), "never acknowledged");
        var longer = Files.readAllBytes(test.log());
        Files.write(copy.resolve(test.log().getFileName()), Arrays.copyOf(longer, (log.length + longer.length) / 2));

        try (var recovered = new TestStore(copy)) {
            checkWorkLeftBehind(recovered.store());
        }
    }

    @Test
    void closingLeavesNoLogAndTheFilesAreTheOwnersAlone() throws IOException {
        leaveWorkBehind(test.store());
        for (var file : List.of(test.file(), test.log())) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }

        test.close();

        assertThat(test.log()).doesNotExist();
    }

    @Test
    void theLogIsCopiedIntoTheDatabaseWhileTheStoreIsOpen() throws IOException {
        try (var kept = new TestStore(Files.createDirectory(folder.resolve("kept")))) {
            leaveWorkBehind(kept.store());

            await().atMost(Duration.ofSeconds(60)).until(() -> Files.size(kept.file()) > 60_000);
        }
    }

    /** Three messages: answered and delivered, answered and unclaimed, started. */
    private void leaveWorkBehind(Store store) {
        store.channelEvents().append(SqliteChannelEventLogTest.event("one", 1));
        long first = anna.say(store.inbox(), "m-1");
        anna.answer(store.ledger(), first, "m-1");
        store.inbox().delivered(anna.session(), first);
        long second = anna.say(store.inbox(), "m-2");
        anna.answer(store.ledger(), second, "m-2");
        store.inbox().unclaimed(anna.session(), second);
        long third = anna.say(store.inbox(), "m-3");
        anna.start(store.ledger(), third, "m-3");
    }

    private void checkWorkLeftBehind(Store store) {
        var inbox = store.inbox();
        assertThat(inbox.next(anna.session())).hasValueSatisfying(waiting -> {
            assertThat(waiting.message()).isEqualTo(anna.message("m-3", "text of m-3"));
            assertThat(waiting.run()).isEqualTo(anna.run("m-3"));
            assertThat(waiting.attempts()).isEqualTo(1);
        });
        assertThat(inbox.sessionsWaiting(Talk.NOON.plusSeconds(1), null, 10)).containsExactly(anna.session());
        assertThat(inbox.unclaimed("terminal-dev", "local", "anna", Talk.NOON, 10))
                .singleElement()
                .satisfies(message -> assertThat(message.text()).isEqualTo("answer to m-2"));
        assertThat(inbox.undelivered(Talk.NOON.plusSeconds(1), 10)).isEmpty();
        assertThat(inbox.admit(anna.message("m-1", "text of m-1"), Talk.MAX_WAITING))
                .isEqualTo(new Admission.Answered(
                        anna.session(), 1, "answer to m-1", anna.run("m-1"), FinishReason.STOP, false));
        assertThat(store.ledger().lastSeq(anna.session())).isEqualTo(13);
        assertThat(anna.finish(store.ledger(), 11, "m-3")).isTrue();
        assertThat(anna.say(inbox, "m-4")).isEqualTo(16);
    }
}
