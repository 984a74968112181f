package dev.switchboard.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchboard.client.Outbox.Entry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileOutboxTest {
    private static final Clock CLOCK = Clock.fixed(Instant.ofEpochSecond(5_000), ZoneOffset.UTC);

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("outbox.jsonl");
    }

    @Test
    void whatWasSaidIsThereAfterARestartUnderItsId() {
        try (var outbox = open()) {
            assertThat(outbox.add("one").id()).isEqualTo("desk-000001");
            outbox.add("two\nlines");
        }
        try (var outbox = open()) {
            assertThat(outbox.unanswered())
                    .containsExactly(
                            new Entry("desk-000001", "one", false), new Entry("desk-000002", "two\nlines", false));
        }
    }

    @Test
    void noIdIsUsedTwiceEvenWhenAllIsDone() {
        for (int i = 1; i <= 3; i++) {
            try (var outbox = open()) {
                var entry = outbox.add("again");
                assertThat(entry.id()).isEqualTo("desk-00000" + i);
                outbox.done(entry.id());
            }
        }
    }

    @Test
    void anAnswerThatWasAboutToBeShownIsRememberedAsSuch() {
        try (var outbox = open()) {
            outbox.showing(outbox.add("shown or not").id());
            outbox.done(outbox.add("shown").id());
        }
        for (int start = 0; start < 2; start++) {
            try (var outbox = open()) {
                assertThat(outbox.unanswered()).containsExactly(new Entry("desk-000001", "shown or not", true));
            }
        }
    }

    @Test
    void aNewNameKeepsThePlaceAndGoesPastTheClock() {
        try (var outbox = open()) {
            outbox.add("one");
            outbox.add("two");
            assertThat(outbox.renamed("desk-000001")).isEqualTo(new Entry("desk-005000", "one", false));
            assertThat(outbox.add("three").id()).isEqualTo("desk-005001");
        }
        try (var outbox = open()) {
            assertThat(outbox.unanswered()).extracting(Entry::text).containsExactly("one", "two", "three");
            assertThat(outbox.unanswered()).extracting(Entry::id).startsWith("desk-005000");
        }
    }

    @Test
    void aLineTornByACrashWasNeverPromised() throws IOException {
        try (var outbox = open()) {
            outbox.add("whole");
            outbox.add("torn");
        }
        var bytes = Files.readAllBytes(file);
        for (int cut = bytes.length - 1; bytes[cut - 1] != '\n'; cut--) {
            Files.write(file, Arrays.copyOf(bytes, cut));
            try (var outbox = open()) {
                assertThat(outbox.unanswered()).extracting(Entry::text).containsExactly("whole");
                assertThat(outbox.add("next").id()).isEqualTo("desk-000002");
            }
        }
    }

    @Test
    void aDamagedFileIsNotTakenForAnEmptyOne() throws IOException {
        try (var outbox = open()) {
            outbox.add("one");
        }
        Files.writeString(file, "rubbish\n" + Files.readString(file));
        assertThatThrownBy(this::open)
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("outbox.jsonl")
                .hasMessageContaining("damaged");
    }

    @Test
    void theFileStaysShort() throws IOException {
        try (var outbox = open()) {
            outbox.add("stays");
            for (int i = 0; i < 3_000; i++) {
                var id = outbox.add("x".repeat(100)).id();
                outbox.showing(id);
                outbox.done(id);
            }
            assertThat(Files.size(file)).isLessThan(200_000);
            assertThat(outbox.unanswered()).extracting(Entry::text).containsExactly("stays");
        }
    }

    @Test
    void cutAnywhereItOpensWithWhatWasThereThen() throws IOException {
        var random = new Random(7);
        var said = new ArrayList<String>();
        try (var outbox = open()) {
            for (int i = 0; i < 40; i++) {
                var id = outbox.add("text " + i).id();
                said.add(id);
                if (random.nextBoolean()) {
                    outbox.done(said.remove(random.nextInt(said.size())));
                }
            }
        }
        var bytes = Files.readAllBytes(file);
        for (int cut = 0; cut <= bytes.length; cut += 1 + random.nextInt(40)) {
            Files.write(file, Arrays.copyOf(bytes, cut));
            try (var outbox = open()) {
                List<String> ids = outbox.unanswered().stream().map(Entry::id).toList();
                assertThat(new HashSet<>(ids)).hasSameSizeAs(ids);
                assertThat(ids).doesNotContain(outbox.add("new").id());
            }
        }
    }

    private FileOutbox open() {
        return new FileOutbox(file, "desk", CLOCK);
    }
}
