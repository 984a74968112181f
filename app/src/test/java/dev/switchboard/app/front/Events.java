package dev.switchboard.app.front;

import dev.switchboard.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** A session's event stream, read on a thread of its own so that every wait has an end. */
final class Events implements AutoCloseable {
    private static final String END = "(end)";

    private final InputStream stream;
    private final BlockingQueue<String> data = new LinkedBlockingQueue<>();

    Events(InputStream stream) {
        this.stream = stream;
        Thread.ofVirtual().start(this::read);
    }

    JsonNode next() throws InterruptedException {
        var event = poll();
        if (event.equals(END)) {
            throw new AssertionError("the stream ended");
        }
        return Json.mapper().readTree(event);
    }

    /** The next event of this type; others before it are let pass. */
    JsonNode until(String type) throws InterruptedException {
        while (true) {
            var event = next();
            if (event.at("/event/type").stringValue().equals(type)) {
                return event;
            }
        }
    }

    /** Lets what there is pass and returns when the gateway has ended the stream. */
    void awaitEnd() throws InterruptedException {
        while (!poll().equals(END)) {
            // an event from before the end
        }
    }

    private String poll() throws InterruptedException {
        var line = data.poll(60, TimeUnit.SECONDS);
        if (line == null) {
            throw new AssertionError("the stream went silent");
        }
        return line;
    }

    private void read() {
        try (var lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("data: ")) {
                    data.add(line.substring(6));
                }
            }
        } catch (IOException e) {
            // cut is an end too
        }
        data.add(END);
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
