package dev.switchboard.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.switchboard.client.Notice.Answered;
import dev.switchboard.client.link.Link;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class DeviceClientTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** A link whose other end is the test. */
    private static final class HeldLink implements Link {
        private final Events events;
        private final List<String> sent = new CopyOnWriteArrayList<>();
        private volatile int asked;
        private volatile boolean dropped;

        private HeldLink(Events events) {
            this.events = events;
        }

        @Override
        public void more() {
            asked++;
        }

        @Override
        public void send(String frame) {
            sent.add(frame);
        }

        @Override
        public void drop() {
            dropped = true;
        }

        @Override
        public void leave() {
            dropped = true;
        }
    }

    private final List<HeldLink> links = new CopyOnWriteArrayList<>();
    private final List<Notice> notices = new CopyOnWriteArrayList<>();
    private final MemoryOutbox outbox = new MemoryOutbox("desk", Clock.systemUTC());

    @Test
    void itTakesOneFrameAfterTheOther() throws InterruptedException {
        try (var client = start(notices::add)) {
            var link = connected();
            var id = client.say("hello");
            await().until(() -> link.sent.size() == 2);
            link.events.text(reply(id, "hi"));
            assertThat(client.awaitAnswered(PATIENCE)).isTrue();
            assertThat(notices).contains(new Answered(id, "hi", "run-1", false, false));
            await().until(() -> link.asked == 2);
        }
    }

    @Test
    void aLinkThatWasLetGoIsNotListenedToAnyMore() throws InterruptedException {
        try (var client = start(notices::add)) {
            var first = connected();
            var id = client.say("hello");
            first.events.closed(1006, "");
            await().until(() -> links.size() == 2);
            first.events.text(reply(id, "from the dead"));
            first.events.closed(1006, "");
            var second = connected();
            await().until(() -> second.sent.size() == 2);
            second.events.text(reply(id, "from the living"));

            assertThat(client.awaitAnswered(PATIENCE)).isTrue();
            assertThat(notices.stream().filter(Answered.class::isInstance))
                    .containsExactly(new Answered(id, "from the living", "run-1", false, false));
            assertThat(links).hasSize(2);
        }
    }

    @Test
    void anAnswerThatCouldNotBeShownIsKept() throws InterruptedException {
        try (var client = start(notice -> {
            if (notice instanceof Answered) {
                throw new IllegalStateException("the paper is out");
            }
            notices.add(notice);
        })) {
            var link = connected();
            var id = client.say("hello");
            await().until(() -> link.sent.size() == 2);
            link.events.text(reply(id, "hi"));

            await().until(() -> notices.contains(new Notice.Stopped("the paper is out")));
            assertThat(client.awaitAnswered(PATIENCE)).isFalse();
            assertThat(outbox.unanswered()).singleElement().satisfies(entry -> assertThat(entry.id())
                    .isEqualTo(id));
            assertThat(link.dropped).isTrue();
            assertThatThrownBy(() -> client.say("more")).hasMessage("the client has stopped");
        }
    }

    @Test
    void aListenerThatFailsAltogetherEndsTheClientQuietly() {
        try (var client = start(_ -> {
            throw new IllegalStateException("on purpose");
        })) {
            await().until(() -> client.failure() != null);
        }
    }

    @Test
    void whatFailedCanBeSaidAgainUnderANewId() throws InterruptedException {
        try (var client = start(notices::add)) {
            var link = connected();
            var id = client.say("hello");
            await().until(() -> link.sent.size() == 2);
            link.events.text("{\"type\":\"error\",\"error\":\"not now\",\"message_id\":\"%s\"}".formatted(id));
            assertThat(client.awaitAnswered(PATIENCE)).isTrue();

            assertThat(client.retry()).isTrue();
            await().until(() -> link.sent.size() == 3);
            assertThat(link.sent.getLast()).contains("\"text\":\"hello\"").doesNotContain(id);
            assertThat(client.retry()).isFalse();
        }
    }

    private DeviceClient start(Consumer<Notice> listener) {
        var hasty = new Timing(
                Duration.ofSeconds(30),
                Duration.ofMillis(10),
                Duration.ofMillis(20),
                Duration.ofMillis(20),
                PATIENCE,
                PATIENCE,
                PATIENCE);
        var settings = new DeviceSettings(URI.create("ws://gateway.example/"), "desk", null, null, false, null, hasty);
        return DeviceClient.start(settings, outbox, listener, events -> {
            var link = new HeldLink(events);
            links.add(link);
            return link;
        });
    }

    private HeldLink connected() {
        await().until(() -> !links.isEmpty());
        var link = links.getLast();
        link.events.opened();
        await().until(() -> !link.sent.isEmpty());
        link.events.text("{\"type\":\"connected\",\"session_id\":\"s\"}");
        return link;
    }

    private static String reply(String id, String text) {
        return "{\"type\":\"message\",\"role\":\"assistant\",\"message_id\":\"%s\",\"run_id\":\"run-1\",\"text\":\"%s\",\"finish_reason\":\"stop\"}"
                .formatted(id, text);
    }
}
