package dev.switchboard.app.logging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class LineAppenderTest {
    private final LineAppender appender = new LineAppender();

    @Test
    void a_line_that_cannot_be_written_does_not_silence_the_log() {
        var written = new ByteArrayOutputStream();
        var full = new AtomicBoolean(true);
        start();
        appender.setOutputStream(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                if (full.get()) {
                    throw new IOException("no space left on device");
                }
                written.write(b);
            }
        });

        appender.doAppend(event("lost"));
        full.set(false);
        appender.doAppend(event("kept"));

        assertThat(written.toString(UTF_8)).contains("kept").doesNotContain("lost");
    }

    private void start() {
        var context = new LoggerContext();
        var encoder = new LogLineEncoder();
        encoder.setContext(context);
        encoder.start();
        appender.setContext(context);
        appender.setEncoder(encoder);
        appender.start();
    }

    private static LoggingEvent event(String message) {
        var event = new LoggingEvent();
        event.setInstant(Instant.parse("2026-11-16T12:00:00Z"));
        event.setLevel(Level.INFO);
        event.setLoggerName("dev.switchboard.Test");
        event.setMessage(message);
        return event;
    }
}
