package dev.switchboard.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.testkit.Talk;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store whose thread has come to an end says so to whoever can end the process. */
final class FatalErrorsTest {
    private final List<String> reported = new CopyOnWriteArrayList<>();
    private final Talk anna = Talk.of("anna");

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(classes = {OutOfMemoryError.class, StackOverflowError.class, NoClassDefFoundError.class})
    void anErrorInTheWriterIsFatalAndNobodyIsLeftWaiting(Class<? extends Error> kind) {
        try (var test = store()) {
            var poisoned = test.store().writer().submit(_ -> {
                throw make(kind);
            });

            assertThatThrownBy(poisoned::await).isInstanceOf(SwitchboardException.class);
            await().until(() -> !reported.isEmpty());
            assertThat(reported).containsExactly("The store's writer: " + kind.getSimpleName());
            assertThat(test.store().health().isWell()).isFalse();
        }
    }

    @Test
    void theNextStartHasWhatWasCommittedBeforeAndNothingOfTheBatchThatFailed() {
        try (var test = store()) {
            anna.say(test.store().inbox(), "m-1");
            var poisoned = test.store().writer().submit(sql -> {
                sql.update("INSERT INTO probe (id, at) VALUES (7, 0)");
                throw new OutOfMemoryError();
            });
            assertThatThrownBy(poisoned::await).isInstanceOf(SwitchboardException.class);

            test.reopen();

            assertThat(test.store().inbox().next(anna.session())).isPresent();
            Optional<Long> left = test.store()
                    .readers()
                    .call(sql -> sql.first("SELECT id FROM probe WHERE id = 7", row -> row.getLong(1)));
            assertThat(left).isEmpty();
        }
    }

    /** One question may be too much for the memory there is; the next one is not. */
    @Test
    void anErrorInAReaderIsItsCallersAndTheReaderGoesOn() {
        try (var test = store()) {
            for (int i = 0; i < 20; i++) {
                assertThatThrownBy(() -> test.store().readers().call(_ -> {
                            throw new OutOfMemoryError();
                        }))
                        .isInstanceOf(OutOfMemoryError.class);
            }

            assertThat(test.store().ledger().lastSeq(anna.session())).isZero();
            assertThat(reported).isEmpty();
        }
    }

    private TestStore store() {
        return new TestStore(
                folder,
                StoreSettings.DEFAULT,
                (where, error) -> reported.add(where + ": " + error.getClass().getSimpleName()));
    }

    private static Error make(Class<? extends Error> kind) {
        try {
            return kind.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
