package dev.switchboard.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.channel.ChannelEvent;
import dev.switchboard.core.channel.ChannelEventLog;
import dev.switchboard.testkit.ChannelEventLogContract;
import dev.switchboard.testkit.Talk;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SqliteChannelEventLogTest extends ChannelEventLogContract {
    private TestStore test;

    @BeforeEach
    void open(@TempDir Path folder) {
        test = new TestStore(folder, TestStore.keeping(Duration.ofDays(30), 1_000));
    }

    @AfterEach
    void close() {
        test.close();
    }

    @Override
    protected ChannelEventLog log() {
        return test.store().channelEvents();
    }

    @Test
    void allEventsOfACommitShareARowForEachChannel() {
        var hold = new CountDownLatch(1);
        test.store().writer().submit(Hold.until(hold));
        for (int i = 0; i < 100; i++) {
            log().append(event("one", i));
            log().append(event("two", i));
        }
        hold.countDown();

        assertThat(log().latest("two", 500)).hasSize(100);
        assertThat(rows("one")).isLessThanOrEqualTo(2);
        assertThat(rows("two")).isLessThanOrEqualTo(2);
    }

    @Test
    void whatIsOlderThanTheAgeGoes() {
        append(event("one", 1));
        append(event("two", 1));
        test.clock.pass(Duration.ofDays(31));
        var fresh = new ChannelEvent(
                "one",
                ChannelEvent.Type.ADAPTER_STARTED,
                Talk.NOON.plus(Duration.ofDays(31)),
                null,
                null,
                null,
                null,
                null);
        append(fresh);

        forget();

        assertThat(log().latest("one", 10)).containsExactly(fresh);
        assertThat(log().latest("two", 10)).isEmpty();
    }

    @Test
    void whatIsTooMuchGoesAndTheNewestStay() {
        for (int i = 0; i < 1_500; i++) {
            log().append(event("one", i));
            if (i % 100 == 99) {
                append(event("two", i));
            }
        }

        forget();

        var total = test.store()
                .readers()
                .call(sql -> sql.first(
                        "SELECT sum(events) FROM channel_event WHERE channel_id = 'one'", row -> row.getInt(1)))
                .orElseThrow();
        assertThat(total).isBetween(400, 1_000);
        assertThat(log().latest("one", 1)).containsExactly(event("one", 1_499));
        assertThat(log().latest("two", 20)).hasSize(15);
    }

    private void append(ChannelEvent event) {
        log().append(event);
        assertThat(log().latest(event.channelId(), 1)).containsExactly(event);
    }

    private void forget() {
        ((SqlChannelEventLog) log()).forgetOldEvents();
    }

    private int rows(String channelId) {
        return test.store()
                .readers()
                .call(sql -> sql.first(
                        "SELECT count(*) FROM channel_event WHERE channel_id = ?", row -> row.getInt(1), channelId))
                .orElseThrow();
    }
}
