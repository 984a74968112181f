package dev.switchboard.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.channel.Admission;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.testkit.Talk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many at once: numbers stay unique and without a gap, and everyone gets one answer. */
final class ConcurrencyTest {
    private static final int SESSIONS = 8;
    private static final int MESSAGES = 40;
    private static final int DEVICES = 3;

    @TempDir
    Path folder;

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void numbersAreUniqueAndWithoutAGap() throws Exception {
        try (var test = new TestStore(folder)) {
            Map<String, List<Recorded>> told = new HashMap<>();
            test.store().ledger().onCommit((session, events) -> told.computeIfAbsent(
                            session.value(), key -> new ArrayList<>())
                    .addAll(events));
            long accepted = all(IntStream.range(0, SESSIONS * MESSAGES * DEVICES)
                    .<Callable<Boolean>>mapToObj(i -> () -> send(test.store(), i))
                    .toList());

            assertThat(accepted).isEqualTo(SESSIONS * MESSAGES);
            for (int session = 0; session < SESSIONS; session++) {
                var talk = Talk.of("peer-" + session);
                var events = readAll(test.store().ledger(), talk);
                assertThat(events.stream().map(Recorded::seq))
                        .containsExactlyElementsOf(
                                LongStream.rangeClosed(1, MESSAGES * 5).boxed().toList());
                assertThat(events.stream().map(Recorded::event).filter(RunEvent.Final.class::isInstance))
                        .hasSize(MESSAGES);
                assertThat(test.store().inbox().next(talk.session())).isEmpty();
                assertThat(told.get(talk.session().value())).isEqualTo(events);
            }
        }
    }

    /** Each message is sent, and its answer written, by several at once. */
    private static boolean send(Store store, int i) {
        var talk = Talk.of("peer-" + i % SESSIONS);
        var id = "m-" + i / SESSIONS % MESSAGES;
        var admission = store.inbox().admit(talk.message(id, "text of " + id), Talk.upTo(1_000));
        if (admission instanceof Admission.Accepted(long seq)) {
            talk.start(store.ledger(), seq, id);
        }
        long seq = seqOf(store, talk, id);
        talk.finish(store.ledger(), seq, id);
        store.inbox().delivered(talk.session(), seq);
        return admission instanceof Admission.Accepted;
    }

    private static long seqOf(Store store, Talk talk, String id) {
        return readAll(store.ledger(), talk).stream()
                .filter(recorded -> recorded.event() instanceof RunEvent.UserMessage said
                        && said.messageId().equals(id))
                .map(Recorded::seq)
                .findFirst()
                .orElseThrow();
    }

    private static List<Recorded> readAll(Ledger ledger, Talk talk) {
        var all = new ArrayList<Recorded>();
        List<Recorded> page;
        do {
            page = ledger.after(
                    talk.session(), all.isEmpty() ? 0 : all.getLast().seq(), Ledger.MAX_PAGE);
            all.addAll(page);
        } while (!page.isEmpty());
        return all;
    }

    private static long all(List<Callable<Boolean>> tasks) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var outcomes = threads.invokeAll(tasks);
            var accepted = new ArrayList<Boolean>();
            for (var outcome : outcomes) {
                accepted.add(outcome.get());
            }
            return accepted.stream().filter(yes -> yes).collect(Collectors.counting());
        }
    }
}
