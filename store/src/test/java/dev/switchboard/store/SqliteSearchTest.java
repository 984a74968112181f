package dev.switchboard.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.session.Search;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.testkit.SearchContract;
import dev.switchboard.testkit.Talk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SqliteSearchTest extends SearchContract {
    @TempDir
    Path folder;

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
    void the_index_is_filled_without_being_asked() throws IOException {
        try (var other = new TestStore(Files.createDirectory(folder.resolve("other")))) {
            Talk.of("anna").say(other.store().inbox(), "m-1");

            await().atMost(Duration.ofSeconds(60)).until(() -> found(other.store(), "text") == 1);
        }
    }

    @Test
    void admission_writes_nothing_into_the_index() {
        Talk.of("anna").say(inbox(), "m-1");

        assertThat(found(test.store(), "text")).isZero();
        var rows = test.store().readers().call(sql -> sql.first("SELECT count(*) FROM said", row -> row.getLong(1)));
        assertThat(rows).contains(0L);
    }

    @Test
    void after_a_crash_it_goes_on_from_its_mark() throws IOException {
        var anna = Talk.of("anna");
        anna.say(inbox(), "m-1");
        indexed();
        anna.say(inbox(), "m-2");
        var copy = Files.createDirectory(folder.resolve("copy"));
        Files.copy(test.file(), copy.resolve(test.file().getFileName()));
        Files.copy(test.log(), copy.resolve(test.log().getFileName()));

        try (var recovered = new TestStore(copy, TestStore.withoutKeeper())) {
            assertThat(found(recovered.store(), "text")).isEqualTo(1);
            recovered.store().catchUp();
            assertThat(found(recovered.store(), "text")).isEqualTo(2);
            recovered.store().catchUp();
            assertThat(found(recovered.store(), "text")).isEqualTo(2);
        }
    }

    @Test
    void words_taken_out_of_it_leave_no_trace_in_it() throws IOException {
        Talk.of("anna").say(inbox(), "m-1");
        inbox().admit(Talk.of("anna").message("m-2", "xylophonequartz"), Talk.MAX_WAITING);
        indexed();
        test.store().writer().call(sql -> {
            sql.update("INSERT INTO said_words (said_words, rowid, text) SELECT 'delete', id, text FROM said");
            return sql.update("DELETE FROM said");
        });

        var left = test.store()
                .readers()
                .call(sql -> sql.list("SELECT hex(block) FROM said_words_data", row -> row.getString(1)));
        assertThat(left).noneMatch(block -> block.contains(hex("ylophonequartz")));
    }

    private static String hex(String text) {
        var hex = new StringBuilder();
        text.chars().forEach(c -> hex.append("%02X".formatted(c)));
        return hex.toString();
    }

    private static int found(Store store, String words) {
        return store.search()
                .search(new Search.Wanted(words, Set.of(SessionKind.values()), null, null, null, 50))
                .places()
                .size();
    }

    @Override
    protected void indexed() {
        test.store().catchUp();
    }

    @Override
    protected Search search() {
        return test.store().search();
    }

    @Override
    protected Inbox inbox() {
        return test.store().inbox();
    }

    @Override
    protected Ledger ledger() {
        return test.store().ledger();
    }
}
