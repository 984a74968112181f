package dev.switchboard.app.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.core.spi.ContextAwareBase;
import dev.switchboard.core.ledger.Masking;
import java.util.Objects;
import org.slf4j.LoggerFactory;

/**
 * One line an event, on stderr: stdout belongs to what a command was asked for. Written out here because reading it from
 * XML takes a good part of a start. A {@code logback.xml} on the class path, or
 * {@code -Dlogback.configurationFile}, is asked first.
 */
@ConfiguratorRank(ConfiguratorRank.NOMINAL)
public final class LogSetup extends ContextAwareBase implements Configurator {
    private static final String STDERR = "stderr";

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        var encoder = new LogLineEncoder();
        encoder.setContext(context);
        encoder.setFormat(setting("SWITCHBOARD_LOG", "text"));
        encoder.setColour(Boolean.getBoolean("switchboard.colour.err"));
        encoder.start();
        var stderr = new LineAppender();
        stderr.setContext(context);
        stderr.setName(STDERR);
        stderr.setTarget("System.err");
        stderr.setEncoder(encoder);
        stderr.start();
        context.getLogger("dev.switchboard")
                .setLevel(Level.toLevel(setting("SWITCHBOARD_LOG_LEVEL", "INFO"), Level.INFO));
        // What it cannot load fails again when the database is opened, and is then told in our own words.
        context.getLogger("org.sqlite").setLevel(Level.OFF);
        var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(stderr);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /** From now on no line of the log holds what this knows; a log that was set up otherwise stays as it is. */
    public static void mask(Masking masking) {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context
                && context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender(STDERR) instanceof LineAppender stderr
                && stderr.getEncoder() instanceof LogLineEncoder encoder) {
            encoder.setMasking(masking);
        }
    }

    private static String setting(String name, String otherwise) {
        return Objects.requireNonNullElse(System.getenv(name), otherwise);
    }
}
