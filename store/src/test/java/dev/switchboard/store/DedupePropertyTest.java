package dev.switchboard.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.channel.Admission;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.testkit.Talk;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterProperty;

/** Whatever peers send in whatever order: each of their ids is admitted once, with the text it came with first. */
final class DedupePropertyTest {
    private final TestStore test = TestStore.inTempFolder();

    record Sent(String peer, String id, String text, boolean answerIt) {}

    @AfterProperty
    void close() {
        test.closeAndDelete();
    }

    @Property(tries = 60)
    void everyKeyIsAdmittedExactlyOnce(@ForAll("conversations") List<Sent> conversation) {
        var channel = "channel-" + System.nanoTime();
        var first = new HashMap<List<String>, Sent>();
        var answered = new HashSet<List<String>>();
        Map<String, Long> accepted = new HashMap<>();

        for (var sent : conversation) {
            var key = List.of(sent.peer(), sent.id());
            var talk = new Talk(channel, "local", sent.peer(), Talk.NOON);
            var admission = test.store().inbox().admit(talk.message(sent.id(), sent.text()), 1_000);
            var earlier = first.putIfAbsent(key, sent);
            if (earlier == null) {
                assertThat(admission).isInstanceOf(Admission.Accepted.class);
                accepted.merge(sent.peer(), 1L, Long::sum);
                if (sent.answerIt()) {
                    talk.finish(test.store().ledger(), ((Admission.Accepted) admission).seq(), sent.id());
                    answered.add(key);
                }
            } else if (answered.contains(key)) {
                assertThat(admission)
                        .isInstanceOfSatisfying(Admission.Answered.class, again -> assertThat(again.idReused())
                                .isEqualTo(!sent.text().equals(earlier.text())));
            } else {
                assertThat(admission)
                        .isEqualTo(new Admission.Running(!sent.text().equals(earlier.text())));
            }
        }

        accepted.forEach((peer, count) -> assertThat(messages(new Talk(channel, "local", peer, Talk.NOON)))
                .isEqualTo(count));
    }

    private long messages(Talk talk) {
        return test.store().ledger().after(talk.session(), 0, 500).stream()
                .filter(recorded -> recorded.event() instanceof RunEvent.UserMessage)
                .count();
    }

    @Provide
    Arbitrary<List<Sent>> conversations() {
        var peers = Arbitraries.of("anna", "ben", "anna:m", "");
        var ids = Arbitraries.of("m-1", "m-2", "m-3", "M-1", " m-1", "ä", "a\u0308");
        var texts = Arbitraries.of("hello", "hello ", "", "\uD83D\uDE00");
        return Combinators.combine(peers, ids, texts, Arbitraries.of(true, false))
                .as(Sent::new)
                .list()
                .ofMaxSize(40);
    }
}
