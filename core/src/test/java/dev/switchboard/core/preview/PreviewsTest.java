package dev.switchboard.core.preview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.cases.Cases;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Masking;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PreviewsTest {
    private static final SessionId SESSION = new SessionId("s");
    private static final Written RUN = new Written(new RunId("run-1"), "said-1");
    private static final String SECRET = "sk-secret-sk-sec";

    private final Previews previews = new Previews(new Masking(List.of(SECRET)));

    @Test
    void whoComesInTheMiddleGetsTheTextSoFarAndThenWhatFollows() throws Exception {
        previews.said(SESSION, RUN, "The first ");
        previews.said(SESSION, RUN, "three ");
        var seen = new Seen();
        try (var _ = previews.watch(SESSION, seen)) {
            previews.said(SESSION, RUN, "are");
        }
        previews.said(SESSION, RUN, " gone");

        assertThat(seen.heard).containsExactly("0:The first three ", "16:are");
    }

    @Test
    void whatIsTakenBackIsToldAndTheTextBeginsAnew() throws Exception {
        var seen = new Seen();
        try (var _ = previews.watch(SESSION, seen)) {
            previews.said(SESSION, RUN, "wrong");
            previews.retracted(SESSION, RUN);
            previews.said(SESSION, RUN, "right");
            previews.ended(SESSION, RUN);
            previews.said(SESSION, RUN, "next");
        }
        assertThat(seen.heard).containsExactly("0:wrong", "retracted", "0:right", "0:next");
    }

    @Test
    void whatWasBeingSaidWhenASessionIsBegunAnewIsTakenBackAndForgotten() throws Exception {
        previews.said(SESSION, RUN, "half a sen");
        var seen = new Seen();
        try (var _ = previews.watch(SESSION, seen)) {
            previews.forget(SESSION);
            previews.forget(SESSION);
        }
        var later = new Seen();
        try (var _ = previews.watch(SESSION, later)) {
            previews.said(SESSION, RUN, "new");
        }
        assertThat(seen.heard).containsExactly("0:half a sen", "retracted");
        assertThat(later.heard).containsExactly("0:new");
    }

    @Test
    void aRunThatIsSilencedIsHeardByNobodyAnyMoreAndOthersAre() throws Exception {
        var next = new Written(new RunId("run-2"), "said-2");
        previews.said(SESSION, RUN, "half a sen");
        var seen = new Seen();
        try (var _ = previews.watch(SESSION, seen)) {
            previews.silence(SESSION, RUN.run());
            previews.said(SESSION, RUN, "tence");
            previews.called(SESSION, RUN, "call_1", "exec", "{}");
            previews.cutOff(SESSION, RUN);
            previews.said(SESSION, next, "new");
        }
        var later = new Seen();
        try (var _ = previews.watch(SESSION, later)) {
            previews.said(SESSION, next, "er");
        }
        previews.unsilence(RUN.run());

        assertThat(seen.heard).containsExactly("0:half a sen", "retracted", "0:new");
        assertThat(later.heard).containsExactly("0:new", "3:er");
    }

    @Test
    void aWatcherThatFailsHarmsNobody() throws Exception {
        var seen = new Seen();
        try (var _ = previews.watch(SESSION, new Previews.Watcher() {
                    @Override
                    public void text(Written run, String piece, int offset) {
                        throw new IllegalStateException("broken");
                    }

                    @Override
                    public void retracted(Written run) {}
                });
                var _ = previews.watch(SESSION, seen)) {
            previews.said(SESSION, RUN, "hello");
        }
        assertThat(seen.heard).containsExactly("0:hello");
    }

    @Test
    void howeverATextIsCutNoSecretIsShownAndNothingIsMissing() {
        Cases.check(500, draw -> {
            var text = draw.oneOf(
                    "the key is " + SECRET + " and " + SECRET,
                    "sk-sk-sk-secret-sk-se no",
                    SECRET,
                    "ends in sk-secret-sk-s");
            noSecretIsShown(text, draw.listOf(0, 12, () -> draw.between(1, 9)));
        });
    }

    private void noSecretIsShown(String text, List<Integer> cuts) throws Exception {
        var seen = new Seen();
        try (var _ = previews.watch(SESSION, seen)) {
            int from = 0;
            for (int cut : cuts) {
                int to = Math.min(text.length(), from + cut);
                previews.said(SESSION, RUN, text.substring(from, to));
                from = to;
                assertThat(seen.text.toString()).doesNotContain("sk-secret-sk-sec");
            }
            previews.said(SESSION, RUN, text.substring(from));
            previews.ended(SESSION, RUN);
        }
        assertThat(seen.text.toString()).isEqualTo(text.replace(SECRET, "••••"));
    }

    private static final class Seen implements Previews.Watcher {
        final List<String> heard = new ArrayList<>();
        final StringBuilder text = new StringBuilder();

        @Override
        public void text(Written run, String piece, int offset) {
            heard.add(offset + ":" + piece);
            assertThat(offset == 0 || offset == text.length()).isTrue();
            text.append(piece);
        }

        @Override
        public void retracted(Written run) {
            heard.add("retracted");
            text.setLength(0);
        }
    }
}
