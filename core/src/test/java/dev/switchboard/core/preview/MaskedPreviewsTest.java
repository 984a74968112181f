package dev.switchboard.core.preview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Masking;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a model says piece by piece, with secrets in it. */
class MaskedPreviewsTest {
    private static final SessionId SESSION = new SessionId("s");
    private static final Written RUN = new Written(new RunId("run-1"), "said-1");
    private static final List<String> KEYS =
            List.of("sk-secret-sk-sec", "sk-secret-sk-secret-longer", "et-longer-and-on", "aaaaaaaa", "s\"w\\b_\n-key");
    private static final int ROUNDS = 3_000;
    /** More than this is never held back: the longest key and the longest beginning of an authorization are shorter. */
    private static final int MOST_HELD = 64;

    private final Masking masking = new Masking(KEYS);
    private final Previews previews = new Previews(masking);
    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    MaskedPreviewsTest() {
        System.out.println("MaskedPreviewsTest seed " + seed);
    }

    @Test
    void howeverATextIsCutNoSecretIsShownAndItEndsAsItIsRecorded() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            var secrets = new ArrayList<>(KEYS);
            var text = new StringBuilder();
            for (int i = random.nextInt(8); i >= 0; i--) {
                text.append(noise(true));
                text.append(
                        switch (random.nextInt(3)) {
                            case 0 -> one(KEYS);
                            case 1 -> added(secrets, "swb_" + of("ABCXYZ0123456789-_", 43));
                            default ->
                                one(List.of("Authorization: Bearer ", "\"authorization\": \"", "AUTHORIZATION:Basic "))
                                        + added(secrets, of("XYZ0123456789", 8 + random.nextInt(300)))
                                        + "\"";
                        });
            }
            var whole = text.append(noise(true)).toString();
            var seen = new Seen();
            try (var _ = previews.watch(SESSION, seen)) {
                say(whole, () -> assertThat(secrets)
                        .as("seed %d: %s", seed, whole)
                        .noneMatch(secret -> seen.text.indexOf(secret) >= 0)
                        .allMatch(secret -> KEYS.contains(secret) || seen.text.indexOf(secret.substring(0, 8)) < 0));
                previews.ended(SESSION, RUN);
            }
            assertThat(seen.text.toString()).as("seed %d", seed).isEqualTo(masking.mask(whole));
            assertThat(secrets).as("seed %d", seed).noneMatch(secret -> seen.text.indexOf(secret) >= 0);
        }
    }

    @Test
    void withoutASecretATextArrivesWholeAndSoon() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            var whole = noise(false);
            if (!masking.mask(whole).equals(whole)) {
                continue; // a secret by chance
            }
            var seen = new Seen();
            var said = new StringBuilder();
            try (var _ = previews.watch(SESSION, seen)) {
                say(whole, said, () -> assertThat(said.length() - seen.text.length())
                        .as("seed %d: %s", seed, said)
                        .isLessThan(MOST_HELD));
                previews.ended(SESSION, RUN);
            }
            assertThat(seen.text.toString()).as("seed %d", seed).isEqualTo(whole);
        }
    }

    @Test
    void whatAModelWasCutOffInIsNotShownIfItMayBeASecret() throws Exception {
        var seen = new Seen();
        try (var _ = previews.watch(SESSION, seen)) {
            previews.said(SESSION, RUN, "It is sk-secret-sk-");
            previews.cutOff(SESSION, RUN);
            previews.said(SESSION, RUN, "next.");
            previews.ended(SESSION, RUN);
        }
        assertThat(seen.heard).containsExactly("0:It is ", "0:next.");
    }

    private void say(String text, Runnable afterEach) {
        say(text, new StringBuilder(), afterEach);
    }

    private void say(String text, StringBuilder said, Runnable afterEach) {
        while (said.length() < text.length()) {
            int to = Math.min(text.length(), said.length() + 1 + random.nextInt(random.nextBoolean() ? 3 : 40));
            var piece = text.substring(said.length(), to);
            said.append(piece);
            previews.said(SESSION, RUN, piece);
            afterEach.run();
        }
    }

    /** Words, and beginnings of what is looked for. */
    private String noise(boolean anything) {
        var noise = new StringBuilder();
        for (int i = random.nextInt(10); i > 0; i--) {
            var key = one(KEYS);
            noise.append(
                    switch (random.nextInt(anything ? 8 : 7)) {
                        case 0 -> key.substring(0, random.nextInt(key.length()));
                        case 1 -> "swb_" + of("abc-_", random.nextInt(30));
                        case 2 -> "Authorization";
                        case 3 -> " \n";
                        case 4 -> "as sure as “é” 😀";
                        case 5 -> "#code=" + of("abc", random.nextInt(20));
                        case 6 -> key.substring(random.nextInt(key.length()));
                        default -> "Authorization: \"Bearer ";
                    });
        }
        return noise.toString();
    }

    private String of(String alphabet, int length) {
        var text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    private String one(List<String> of) {
        return of.get(random.nextInt(of.size()));
    }

    private static String added(List<String> secrets, String secret) {
        secrets.add(secret);
        return secret;
    }

    private static final class Seen implements Previews.Watcher {
        final List<String> heard = new ArrayList<>();
        final StringBuilder text = new StringBuilder();

        @Override
        public void text(Written run, String piece, int offset) {
            heard.add(offset + ":" + piece);
            text.append(piece);
        }

        @Override
        public void retracted(Written run) {
            text.setLength(0);
        }
    }
}
