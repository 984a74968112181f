package dev.switchboard.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.journal.Change;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.model.ToolCall;
import dev.switchboard.core.tool.ToolResult;
import dev.switchboard.testkit.JournalPlace;
import dev.switchboard.testkit.RunJournalContract;
import dev.switchboard.testkit.Talk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SqliteRunJournalTest extends RunJournalContract {
    @SuppressWarnings("NullAway.Init") // opened before each test
    private TestStore test;

    @Override
    protected JournalPlace open(Path folder) {
        test = new TestStore(folder);
        return new SqliteJournalPlace(test);
    }

    @Test
    void theRecordOfAnOldRunGoesAndItsFilesWithIt() throws IOException {
        var talk = Talk.of("anna");
        var file = aLongResult(talk);

        test.clock.pass(JournalRetention.KEPT.minusMinutes(1));
        test.store().forgetOldRuns();
        assertThat(journal().result("e-1")).isPresent();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");

        test.clock.pass(Duration.ofMinutes(2));
        test.store().forgetOldRuns();
        assertThat(journal().result("e-1")).isEmpty();
        assertThat(journal().of(talk.run("m-1")).steps()).isEmpty();
        assertThat(file).doesNotExist();
    }

    private Path aLongResult(Talk talk) {
        long seq = talk.say(inbox(), "m-1");
        talk.start(ledger(), seq, "m-1");
        var call = new ToolCall("call_a", "read", "{}");
        var result = ToolResult.okay().put("text", "x".repeat(100_000));
        journal()
                .append(
                        talk.at(),
                        talk.run("m-1"),
                        List.of(talk.turnEnd("m-1")),
                        List.of(
                                new Change.StepAsked(1, new ModelMessage.Assistant("", null, List.of(call)), null, 0),
                                new Change.CallStarted(1, 0),
                                new Change.CallFinished(1, 0, "e-1", result)));
        var file = test.folder.resolve("results/e-1.json");
        assertThat(file).exists();
        return file;
    }

    @Test
    void aResultThatACrashLeftWithoutItsRowIsRemovedAtTheNextStart() throws Exception {
        var known = aLongResult(Talk.of("anna"));
        var stray = Files.writeString(known.resolveSibling("e-2.json"), "{}");

        test.reopen();

        await().until(() -> Files.notExists(stray));
        assertThat(known).exists();
    }

    @Test
    void resultsThatAnOlderVersionLeftToOthersAreClosedToThem() throws Exception {
        var old = aLongResult(Talk.of("anna"));
        var folder = old.getParent();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("rw-r--r--"));

        test.reopen();

        await().untilAsserted(() -> {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                    .isEqualTo("rwx------");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(old)))
                    .isEqualTo("rw-------");
        });
    }
}
