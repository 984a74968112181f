package dev.switchboard.app.logging;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.json.Json;
import dev.switchboard.json.text.DirectionMarks;
import dev.switchboard.json.text.Shortened;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.slf4j.event.KeyValuePair;
import tools.jackson.databind.node.ObjectNode;

/**
 * One event, one line: time, level, logger, what happened, then the event's keys. As text for people, or as a JSON
 * object with the keys as its own fields. The sentence is {@code msg} there, because {@code message} is the key that
 * holds a message's id.
 *
 * <p>Control characters are escaped, so that nothing a peer sent can forge a line, and a long value is cut: nothing that
 * long belongs in a log. Secrets are masked.
 */
public final class LogLineEncoder extends EncoderBase<ILoggingEvent> {
    private static final int LONGEST_VALUE = 256;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT);
    private static final byte[] NOTHING = {};

    private boolean json;
    private boolean colour;
    private ZoneId zone = ZoneId.systemDefault();
    private volatile Masking masking = Masking.NONE;

    /** {@code json}, or anything else for text. Set by {@link LogSetup}. */
    public void setFormat(String format) {
        json = format.equalsIgnoreCase("json");
    }

    public void setColour(boolean colour) {
        this.colour = colour;
    }

    /** From now on no line holds what this knows. */
    void setMasking(Masking masking) {
        this.masking = masking;
    }

    void setZone(ZoneId zone) {
        this.zone = zone;
    }

    @Override
    public byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] footerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        return ((json ? asJson(event) : asText(event)) + "\n").getBytes(UTF_8);
    }

    private String asText(ILoggingEvent event) {
        var line = new StringBuilder(160)
                .append(painted("2", TIME.format(event.getInstant().atZone(zone))))
                .append(' ')
                .append(painted(colourOf(event.getLevel()), padded(event.getLevel())))
                .append(' ')
                .append(painted("36", simpleName(event.getLoggerName())))
                .append(' ')
                .append(escaped(event.getFormattedMessage()));
        for (KeyValuePair pair : pairs(event)) {
            line.append(' ').append(painted("2", pair.key + "=")).append(quoted(shortened(pair)));
        }
        if (event.getThrowableProxy() != null) {
            line.append('\n')
                    .append(ThrowableProxyUtil.asString(event.getThrowableProxy())
                            .stripTrailing());
        }
        return masking.mask(line.toString());
    }

    private String asJson(ILoggingEvent event) {
        ObjectNode line = Json.mapper()
                .createObjectNode()
                .put(
                        "time",
                        DateTimeFormatter.ISO_INSTANT.format(event.getInstant().atOffset(ZoneOffset.UTC)))
                .put("level", event.getLevel().toString())
                .put("logger", event.getLoggerName())
                .put("msg", event.getFormattedMessage());
        for (KeyValuePair pair : pairs(event)) {
            line.put(pair.key, shortened(pair));
        }
        if (event.getThrowableProxy() != null) {
            line.put("stack", ThrowableProxyUtil.asString(event.getThrowableProxy()));
        }
        return escaped(masking.mask(line).toString()); // which is the same in JSON
    }

    private static List<KeyValuePair> pairs(ILoggingEvent event) {
        return event.getKeyValuePairs() == null ? List.of() : event.getKeyValuePairs();
    }

    private static String shortened(KeyValuePair pair) {
        String value = Objects.toString(pair.value);
        return Shortened.to(LONGEST_VALUE, value);
    }

    private static String quoted(String value) {
        return isPlain(value) ? escaped(value) : "\"" + escaped(value.replace("\"", "\\\"")) + "\"";
    }

    private static boolean isPlain(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c <= ' ' || c == '"' || c == '=') {
                return false;
            }
        }
        return !value.isEmpty();
    }

    private static boolean isSafe(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (actsOnATerminal(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static String escaped(String text) {
        if (isSafe(text)) {
            return text;
        }
        var safe = new StringBuilder();
        text.chars().forEach(c -> safe.append(actsOnATerminal(c) ? "\\u%04x".formatted(c) : Character.toString(c)));
        return safe.toString();
    }

    private static boolean actsOnATerminal(int c) {
        return Character.isISOControl(c) || DirectionMarks.is(c);
    }

    private String painted(String code, String text) {
        return colour ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }

    private static String padded(Level level) {
        var name = level.toString();
        return name.length() == 4 ? name + " " : name;
    }

    private static String colourOf(Level level) {
        return switch (level.toInt()) {
            case Level.ERROR_INT -> "1;31";
            case Level.WARN_INT -> "33";
            case Level.INFO_INT -> "32";
            default -> "2";
        };
    }

    private static String simpleName(String logger) {
        return logger.substring(logger.lastIndexOf('.') + 1);
    }
}
