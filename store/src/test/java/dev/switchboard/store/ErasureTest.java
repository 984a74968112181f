package dev.switchboard.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.channel.Admission;
import dev.switchboard.core.channel.ChannelEvent;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.journal.Change;
import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.message.Brief;
import dev.switchboard.core.message.InboundMessage;
import dev.switchboard.core.model.ModelMessage;
import dev.switchboard.core.session.Search;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.testkit.Talk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.JsonNodeFactory;

/** After a reset no file of the store holds a word of what was said, and every word of the others is still there. */
final class ErasureTest {
    private static final long SEED = Long.getLong("seed", System.nanoTime());

    /** A word nobody else says, for each place it was said in. */
    private static final String OF_RESET = "quetzal";

    private static final String OF_OTHERS = "marmot";

    @TempDir
    Path folder;

    private TestStore test;
    private Random random;

    @BeforeEach
    void open() throws IOException {
        System.out.println("seed " + SEED);
        random = new Random(SEED);
        test = new TestStore(Files.createDirectory(folder.resolve("data")), TestStore.withoutKeeper());
    }

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void nothing_is_left_in_any_file_of_sessions_that_were_reset_one_after_the_other() throws IOException {
        var peers = List.of("anna", "ben", "carla", "dora", "emil", "frieda");
        var words = new TreeMap<String, String>();
        for (var peer : peers) {
            words.put(peer, (peers.indexOf(peer) < 2 ? OF_RESET : OF_OTHERS) + peer);
        }
        for (int i = 0; i < 120; i++) {
            var peer = peers.get(random.nextInt(peers.size()));
            converse(Talk.of(peer), String.valueOf(words.get(peer)), "m-" + i);
            if (random.nextInt(10) == 0) {
                test.store().catchUp();
            }
        }
        test.store().catchUp();
        test.store().lookAfterErasures();
        assertThat(found(words).values()).allMatch(places -> places > 20);
        var ben = test.store().ledger().after(Talk.of("ben").session(), 0, 500);

        test.store().sessions().reset(Talk.of("anna").session(), "default");
        wipe();
        assertThat(found(words)).containsEntry("anna", 0);
        assertThat(test.store().ledger().after(Talk.of("ben").session(), 0, 500))
                .isEqualTo(ben);
        for (int i = 0; i < 20; i++) {
            converse(Talk.of("emil"), String.valueOf(words.get("emil")), "n-" + i);
        }
        test.store().sessions().reset(Talk.of("ben").session(), "default");
        wipe();

        var after = found(words);
        assertThat(after).containsEntry("anna", 0).containsEntry("ben", 0);
        for (var peer : peers.subList(2, peers.size())) {
            assertThat(places(peer, words)).as(peer).isPositive();
        }
    }

    @Test
    void no_word_is_left_where_the_index_tells_its_pages_apart() throws IOException {
        // Each of anna's words stands between two of ben's that differ from it in the last letter only.
        var words = Map.of("anna", "quetzal", "ben", "quetzak");
        for (int i = 0; i < 40; i++) {
            sayDifferentWords("ben", "quetzak", i);
            sayDifferentWords("anna", "quetzal", i);
            sayDifferentWords("ben", "quetzam", i);
            if (random.nextInt(4) == 0) {
                test.store().catchUp();
            }
        }
        test.store().catchUp();
        var separators = new IndexSeparators(test.store().writer(), test.store().readers());
        assertThat(separators.isAnyOrphaned()).isFalse();

        test.store().sessions().reset(Talk.of("anna").session(), "default");
        assertThat(separators.isAnyOrphaned()).isTrue();
        wipe();

        assertThat(separators.isAnyOrphaned()).isFalse();
        assertThat(found(words)).containsEntry("anna", 0);
        for (int i = 0; i < 40; i++) {
            assertThat(places("ben", Map.of("ben", different("quetzam", i, 50))))
                    .isEqualTo(1);
        }

        test.store().sessions().reset(Talk.of("ben").session(), "default");
        wipe();
        assertThat(found(words)).containsEntry("ben", 0);
    }

    private void sayDifferentWords(String peer, String word, int nth) {
        var text = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            text.append(different(word, nth, i)).append(' ');
        }
        var admission = test.store()
                .inbox()
                .admit(Talk.of(peer).message("d-" + word.hashCode() + nth, text.toString()), Talk.upTo(1_000));
        assertThat(admission).isInstanceOf(Admission.Accepted.class);
    }

    private static String different(String word, int nth, int place) {
        return "x%04d%s".formatted(place * 40 + nth, word);
    }

    private void wipe() {
        // Twice, since it waits until the writer has rested from one look to the next.
        test.store().lookAfterErasures();
        test.store().lookAfterErasures();
        test.store().lookAfterErasures();
    }

    private int places(String peer, Map<String, String> words) {
        return test.store()
                .search()
                .search(new Search.Wanted(
                        String.valueOf(words.get(peer)), EnumSet.allOf(SessionKind.class), null, null, null, 100))
                .places()
                .size();
    }

    /** Says the word in every place there is, in short and in long. */
    private void converse(Talk talk, String word, String id) {
        var session = test.store().sessions().find(talk.session());
        var epoch = session.map(found -> found.epoch()).orElse(0L);
        assertThat(epoch).isZero();
        var run = talk.run(id);
        boolean task = random.nextInt(4) == 0;
        boolean spoken = random.nextInt(4) == 0;
        var message = new InboundMessage(
                talk.message(id, "").identity(),
                talk.session(),
                spoken ? "" : text(word),
                talk.now(),
                task ? brief(run, word) : null,
                spoken
                        ? test.store()
                                .attachments()
                                .keep(text(word).getBytes(StandardCharsets.UTF_8), "audio/wav", null)
                        : null);
        var admission = test.store().inbox().admit(message, Talk.upTo(1_000));
        long seq = ((Admission.Accepted) admission).seq();
        events(talk, id, ChannelEvent.Type.INBOUND_ACCEPTED, word);
        talk.start(test.store().ledger(), seq, id);
        var journal = test.store().journal();
        if (spoken && random.nextBoolean()) {
            var heard = text(word);
            journal.append(
                    talk.at(),
                    run,
                    List.of(new RunEvent.Transcription(
                            "h-" + talk.peerId() + id, run.value(), "turn", id, seq, heard, "audio/wav", 5)),
                    List.of(new Change.TextKnown(seq, heard)));
        }
        journal.append(
                talk.at(),
                run,
                List.of(talk.turnStart(id)),
                List.of(new Change.StepAsked(1, ModelMessage.Assistant.text(text(word)), null, 0)));
        journal.append(
                talk.at(),
                run,
                List.of(talk.turnStart(id)),
                List.of(new Change.ApprovalAsked(approval(talk, id, word))));
        journal.append(
                talk.at(),
                run,
                List.of(new RunEvent.Injected("i-" + talk.peerId() + id, run.value(), "s-1", "steer", text(word))),
                List.of(new Change.InjectionWaits(new Injection("s-1", Injection.Mode.STEER, text(word), true))));
        var result = JsonNodeFactory.instance
                .objectNode()
                .put("stdout", text(word) + (random.nextInt(20) == 0 ? word.repeat(9_000) : ""));
        journal.append(talk.at(), run, List.of(talk.turnStart(id)), List.of(new Change.CallStarted(1, 0)));
        journal.append(
                talk.at(),
                run,
                List.of(talk.thought(id, 10)),
                List.of(new Change.CallFinished(1, 0, "r-" + talk.peerId() + id, result, null)));
        if (random.nextInt(3) > 0) {
            test.store()
                    .ledger()
                    .finish(
                            talk.at(),
                            seq,
                            run,
                            List.of(new RunEvent.Answered(
                                    "a-" + talk.peerId() + id, run.value(), id, text(word), null, 1)));
            events(talk, id, ChannelEvent.Type.OUTBOUND_DELIVERED, word);
            if (random.nextBoolean()) {
                test.store().inbox().delivered(talk.session(), seq);
            } else {
                test.store().inbox().unclaimed(talk.session(), seq);
            }
        }
    }

    private void events(Talk talk, String id, ChannelEvent.Type type, String word) {
        test.store()
                .channelEvents()
                .append(new ChannelEvent(
                        talk.channelId(),
                        type,
                        test.clock.instant(),
                        talk.peerId(),
                        talk.session(),
                        id,
                        null,
                        ChannelEvent.preview(text(word))));
    }

    private static Brief brief(RunId run, String word) {
        return new Brief(run, List.of(), word + " brief", null, null, null, false, null, null, null);
    }

    private Approval approval(Talk talk, String id, String word) {
        return new Approval(
                "approval-" + talk.peerId() + id,
                talk.session(),
                talk.run(id),
                1,
                0,
                "call_1",
                "turn",
                "exec",
                JsonNodeFactory.instance.objectNode().put("command", text(word)),
                Effect.EXECUTE,
                text(word),
                test.clock.instant().plusSeconds(300),
                null,
                null);
    }

    /** Short, long, and longer than a page. */
    private String text(String word) {
        int length =
                switch (random.nextInt(6)) {
                    case 0 -> 400;
                    case 1 -> 1_500;
                    default -> 2;
                };
        var text = new StringBuilder();
        for (int i = 0; i < 1 + random.nextInt(length); i++) {
            text.append(i % 7 == 0 ? word : "and").append(i % 5 == 0 ? ". " : " ");
        }
        return text.toString();
    }

    /** How often each word is in any of the files. */
    private Map<String, Integer> found(Map<String, String> words) throws IOException {
        var counts = new TreeMap<String, Integer>();
        words.keySet().forEach(peer -> counts.put(peer, 0));
        try (var files = Files.walk(test.folder)) {
            for (var file : new ArrayList<>(files.filter(Files::isRegularFile).toList())) {
                // One character a byte; the index of words has them in small letters.
                var content =
                        Files.readString(file, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
                for (var word : words.entrySet()) {
                    counts.merge(word.getKey(), count(content, word.getValue()), Integer::sum);
                }
            }
        }
        return counts;
    }

    private static int count(String content, String word) {
        int found = 0;
        for (int at = content.indexOf(word); at >= 0; at = content.indexOf(word, at + word.length())) {
            found++;
        }
        return found;
    }
}
