package dev.switchboard.app.proof;

import dev.switchboard.client.DeviceClient;
import dev.switchboard.client.DeviceFolder;
import dev.switchboard.client.DeviceSettings;
import dev.switchboard.client.Notice;
import dev.switchboard.client.Timing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A device as a process of its own, to be killed. It keeps three messages on their way until it has said enough, and
 * ends when all are answered. What it shows goes to a file, a line each: id, whether it is marked, text.
 */
final class DeviceProcess {
    private static final int ON_THEIR_WAY = 3;
    private static final Timing HASTY = new Timing(
            Duration.ofSeconds(2),
            Duration.ofMillis(20),
            Duration.ofMillis(200),
            Duration.ofMillis(100),
            Duration.ofSeconds(5),
            Duration.ofSeconds(2),
            Duration.ofSeconds(2));

    private DeviceProcess() {}

    /** URL, state folder, peer, file of what was shown, number of the first text, number of texts. */
    public static void main(String[] arguments) throws InterruptedException {
        var shown = Path.of(arguments[3]);
        int n = Integer.parseInt(arguments[4]);
        int enough = Integer.parseInt(arguments[5]);
        var settings = new DeviceSettings(URI.create(arguments[0]), arguments[2], "killed", null, false, null, HASTY);
        var answered = new Semaphore(0);
        try (var kept = new DeviceFolder(Path.of(arguments[1])).outbox(arguments[2], Clock.systemUTC());
                var client = DeviceClient.start(settings, kept.outbox(), notice -> {
                    if (notice instanceof Notice.Answered(var id, var text, var _, var _, var again)) {
                        write(shown, "%s %s %s%n".formatted(id, again ? "again" : "first", text));
                        answered.release();
                    }
                })) {
            for (; n < enough; n++) {
                while (client.unanswered() >= ON_THEIR_WAY) {
                    answered.tryAcquire(1, TimeUnit.SECONDS);
                }
                client.say("text " + n);
            }
            System.exit(client.awaitAnswered(Duration.ofMinutes(1)) ? 0 : 1);
        }
    }

    private static void write(Path file, String line) {
        try {
            Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
