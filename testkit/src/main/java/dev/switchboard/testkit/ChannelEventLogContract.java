package dev.switchboard.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.channel.ChannelEvent;
import dev.switchboard.core.channel.ChannelEventLog;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
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

        assertThat(log().latest("terminal-dev", 10)).isEqualTo(List.of(started, accepted));
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

        assertThat(log().latest("one", 500)).isEqualTo(one);
        assertThat(log().latest("two", 500)).isEqualTo(two);
        assertThat(log().latest("one", 7)).isEqualTo(one.subList(293, 300));
    }

    @Test
    void theNewestAreShownNewestLast() {
        for (int i = 0; i < 10; i++) {
            log().append(event("one", i));
        }

        assertThat(log().latest("one", 3)).isEqualTo(List.of(event("one", 7), event("one", 8), event("one", 9)));
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
}
