package dev.switchboard.providers.vendor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.http.client.sse.ServerSentEvent;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventReaderTest {
    @Test
    void eventsAreToldApartByEmptyLines() throws IOException {
        assertThat(serverSent("event: a\ndata: 1\n\ndata:2\n\n"))
                .containsExactly(new ServerSentEvent("a", "1"), new ServerSentEvent(null, "2"));
    }

    @Test
    void commentsOtherFieldsAndWindowsLinesDoNotDisturb() throws IOException {
        assertThat(serverSent(": ping\r\n\r\nid: 7\r\nretry: 10\r\ndata: 1\r\n\r\n"))
                .containsExactly(new ServerSentEvent(null, "1"));
    }

    @Test
    void linesOfDataAreJoined() throws IOException {
        assertThat(serverSent("data: {\ndata: }\n\n")).containsExactly(new ServerSentEvent(null, "{\n}"));
    }

    @Test
    void theNameOfAnEventWithoutDataIsForgotten() throws IOException {
        assertThat(serverSent("event: a\n\ndata: 1\n\n")).containsExactly(new ServerSentEvent(null, "1"));
    }

    @Test
    void theLastEventMayLackItsEmptyLine() throws IOException {
        assertThat(serverSent("data: 1")).containsExactly(new ServerSentEvent(null, "1"));
    }

    @Test
    void aLineOfJsonIsAnEvent() throws IOException {
        assertThat(all(EventReader.jsonLines(bytes("{}\n\n[]"))))
                .containsExactly(new ServerSentEvent(null, "{}"), new ServerSentEvent(null, "[]"));
    }

    private static List<ServerSentEvent> serverSent(String text) throws IOException {
        return all(EventReader.serverSent(bytes(text)));
    }

    private static List<ServerSentEvent> all(EventReader reader) throws IOException {
        List<ServerSentEvent> events = new ArrayList<>();
        ServerSentEvent event;
        while ((event = reader.next()) != null) {
            events.add(event);
        }
        return events;
    }

    private static ByteArrayInputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
