package dev.switchboard.app.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.status.StatusUtil;
import dev.switchboard.core.ledger.Masking;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;

class LogLineEncoderTest {
    private final LogLineEncoder encoder = new LogLineEncoder();
    private final LoggingEvent event = new LoggingEvent();

    LogLineEncoderTest() {
        encoder.setZone(ZoneOffset.UTC);
        event.setInstant(Instant.parse("2026-11-15T12:00:00.123Z"));
        event.setLevel(Level.INFO);
        event.setLoggerName("dev.switchboard.core.run.AgentService");
        event.setMessage("run finished");
        event.addKeyValuePair(new KeyValuePair("session", "terminal-dev:local:device-001"));
        event.addKeyValuePair(new KeyValuePair("message", "m-1"));
    }

    @Test
    void an_event_is_a_line_with_its_keys() {
        assertThat(line())
                .isEqualTo("2026-11-15 12:00:00.123 INFO  AgentService run finished"
                        + " session=terminal-dev:local:device-001 message=m-1\n");
    }

    @Test
    void in_json_the_keys_are_fields() {
        encoder.setFormat("json");
        assertThat(line())
                .isEqualTo("{\"time\":\"2026-11-15T12:00:00.123Z\",\"level\":\"INFO\","
                        + "\"logger\":\"dev.switchboard.core.run.AgentService\",\"msg\":\"run finished\","
                        + "\"session\":\"terminal-dev:local:device-001\",\"message\":\"m-1\"}\n");
    }

    @Test
    void nobody_can_forge_a_line_or_paint_the_terminal() {
        event.addKeyValuePair(new KeyValuePair("peer", "x\n2026 ERROR \u001b[31m \"y\""));
        assertThat(line())
                .endsWith(" peer=\"x\\u000a2026 ERROR \\u001b[31m \\\"y\\\"\"\n")
                .hasLineCount(1);
    }

    @Test
    void no_line_holds_a_secret() {
        encoder.setMasking(new Masking(List.of("sk-very-secret-key")));
        event.addKeyValuePair(new KeyValuePair("said", "use sk-very-secret-key"));
        assertThat(line()).endsWith(" said=\"use ••••\"\n");
        encoder.setFormat("json");
        assertThat(line()).endsWith("\"said\":\"use ••••\"}\n");
    }

    @Test
    void marks_that_reverse_the_reading_direction_are_shown() {
        event.addKeyValuePair(new KeyValuePair("peer", "run \u202etset"));
        assertThat(line()).endsWith(" peer=\"run \\u202etset\"\n");
        encoder.setFormat("json");
        assertThat(line()).endsWith(",\"peer\":\"run \\u202etset\"}\n");
    }

    @Test
    void a_long_value_is_cut() {
        event.addKeyValuePair(new KeyValuePair("peer", "x".repeat(5_000)));
        assertThat(line()).hasSizeLessThan(450).endsWith("x…\n");
    }

    @Test
    void a_failure_brings_its_stack_trace() {
        event.setThrowableProxy(new ch.qos.logback.classic.spi.ThrowableProxy(new IllegalStateException("odd")));
        assertThat(line()).contains("\njava.lang.IllegalStateException: odd\n\tat ");

        encoder.setFormat("json");
        assertThat(line())
                .contains("\"stack\":\"java.lang.IllegalStateException: odd")
                .hasLineCount(1);
    }

    @Test
    void colour_is_only_there_when_asked_for() {
        assertThat(line()).doesNotContain("\u001b");
        encoder.setColour(true);
        assertThat(line()).contains("\u001b[32mINFO \u001b[0m");
    }

    @Test
    void our_own_configuration_is_sound() {
        var context = new LoggerContext();
        var setup = new LogSetup();
        setup.setContext(context);
        setup.configure(context);

        assertThat(new StatusUtil(context).getHighestLevel(0)).as("no warnings").isZero();
        assertThat(context.getLogger("dev.switchboard.core").getEffectiveLevel())
                .isEqualTo(Level.INFO);
        assertThat(context.getLogger("io.netty").getEffectiveLevel()).isEqualTo(Level.WARN);
        var appender =
                (ConsoleAppender<?>) context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("stderr");
        assertThat(appender.getTarget()).isEqualTo("System.err");
        assertThat(appender.getEncoder()).isInstanceOf(LogLineEncoder.class);
    }

    private String line() {
        return new String(encoder.encode(event), StandardCharsets.UTF_8);
    }
}
