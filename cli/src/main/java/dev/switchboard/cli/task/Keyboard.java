package dev.switchboard.cli.task;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.switchboard.cli.console.Events;
import dev.switchboard.cli.console.Lines;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;

/** Reads what a person types, a line at a time, while the task goes on. */
final class Keyboard {
    private static final int LONGEST_LINE = 1_000;

    private Keyboard() {}

    /** On a thread of its own, which ends with the input or the process. */
    static void read(InputStream in, Events<Event> events) {
        Thread.ofPlatform().daemon().name("keyboard").start(() -> {
            var lines = new Lines(new InputStreamReader(in, UTF_8), LONGEST_LINE);
            try {
                for (var line = lines.next(); line != null; line = lines.next()) {
                    events.tell(new Event.Typed(line, System.nanoTime()));
                }
            } catch (IOException _) {
                // Nothing more can be read: the same as its end.
            }
            events.tell(new Event.InputEnded());
        });
    }
}
