package dev.switchboard.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.channel.ChannelEvent;
import dev.switchboard.core.channel.ChannelEventLog;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every log of channel events does. */
public abstract class ChannelEventLogContract {
    protected abstract ChannelEventLog log();

    @Test
    void eventsAreReadBackAsTheyWere() {
        var started = new ChannelEvent(
                "terminal-dev", ChannelEvent.Type.ADAPTER_STARTED, Talk.NOON, null, null, null, null, null);
        var accepted = new ChannelEvent(
                "terminal-dev",
                ChannelEvent.Type.INBOUND_ACCEPTED,
                Talk.NOON.plusNanos(1),
                "device-001",
                new SessionId("terminal-dev:local:device-001"),
                "m-1",
                new RunId("run-1"),
                "hello");
        log().append(started);
        log().append(accepted);

        awaitLatest("terminal-dev", 10, List.of(started, accepted));
        assertThat(log().lastEventAt("terminal-dev")).contains(accepted.at());
    }

    @Test
    void aChannelKeepsItsOrderAndItsEventsToItself() {
        var one = IntStream.range(0, 300).mapToObj(i -> event("one", i)).toList();
        var two = IntStream.range(0, 300).mapToObj(i -> event("two", i)).toList();
        for (int i = 0; i < 300; i++) {
            log().append(one.get(i));
            log().append(two.get(i));
        }

        awaitLatest("one", 500, one);
        awaitLatest("two", 500, two);
        assertThat(log().latest("one", 7)).isEqualTo(one.subList(293, 300));
    }

    @Test
    void theNewestAreShownNewestLast() {
        for (int i = 0; i < 10; i++) {
            log().append(event("one", i));
        }

        awaitLatest("one", 3, List.of(event("one", 7), event("one", 8), event("one", 9)));
        assertThat(log().latest("one", 0)).isEmpty();
    }

    @Test
    void aChannelThatDidNothingHasNoEvents() {
        assertThat(log().latest("nobody", 10)).isEmpty();
        assertThat(log().lastEventAt("nobody")).isEmpty();
    }

    public static ChannelEvent event(String channelId, int number) {
        return new ChannelEvent(
                channelId,
                ChannelEvent.Type.TERMINAL_CONNECTED,
                Talk.NOON.plusSeconds(number),
                "device-" + number,
                null,
                null,
                null,
                null);
    }

    private void awaitLatest(String channelId, int limit, List<ChannelEvent> expected) {
        await().atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(5))
                .untilAsserted(() -> assertThat(log().latest(channelId, limit)).isEqualTo(expected));
    }
}
