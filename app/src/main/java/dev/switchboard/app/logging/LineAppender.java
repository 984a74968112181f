package dev.switchboard.app.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.io.IOException;

/**
 * Writes each event at once. Logback would first look up what only a later reader needs: the name of the thread, and of a
 * virtual one its number by reflection.
 */
final class LineAppender extends ConsoleAppender<ILoggingEvent> {
    @Override
    protected void subAppend(ILoggingEvent event) {
        try {
            writeOut(event);
        } catch (IOException e) {
            addError("a line of the log could not be written", e);
        }
    }
}
