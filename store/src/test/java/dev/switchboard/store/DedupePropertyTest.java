package dev.switchboard.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.cases.Cases;
import dev.switchboard.core.channel.Admission;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.testkit.Talk;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whatever peers send in whatever order: each of their ids is admitted once, with the text it came with first. */
final class DedupePropertyTest {
    private final TestStore test = TestStore.inTempFolder();

    record Sent(String peer, String id, String text, boolean answerIt) {}

    @AfterEach
    void close() {
        test.closeAndDelete();
    }

    @Test
    void everyKeyIsAdmittedExactlyOnce() {
        Cases.check(60, draw -> {
            var conversation = draw.listOf(
                    0,
                    40,
                    () -> new Sent(
                            draw.oneOf("anna", "ben", "anna:m", ""),
                            draw.oneOf("m-1", "m-2", "m-3", "M-1", " m-1", "ä", "a\u0308"),
                            draw.oneOf("hello", "hello ", "", "\uD83D\uDE00"),
                            draw.coin()));
            eachIsAdmittedOnce(conversation);
        });
    }

    private void eachIsAdmittedOnce(List<Sent> conversation) {
        var channel = "channel-" + System.nanoTime();
        var first = new HashMap<List<String>, Sent>();
        var answered = new HashSet<List<String>>();
        Map<String, Long> accepted = new HashMap<>();

        for (var sent : conversation) {
            var key = List.of(sent.peer(), sent.id());
            var talk = new Talk(channel, "local", sent.peer(), Talk.NOON);
            var admission = test.store().inbox().admit(talk.message(sent.id(), sent.text()), Talk.upTo(1_000));
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
                        .isEqualTo(new Admission.Running(
                                talk.session(), !sent.text().equals(earlier.text())));
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
}
