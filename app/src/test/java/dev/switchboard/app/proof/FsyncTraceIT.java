package dev.switchboard.app.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.store.Store;
import dev.switchboard.testkit.RawSocket;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Watches the gateway's system calls and finds the fsync between the arrival of each message and its ack. Killing a
 * process cannot show a missing one: what it wrote is with the kernel and survives it.
 */
class FsyncTraceIT {
    private static final int MESSAGES = 100;
    private static final String CALLS =
            "trace=fsync,fdatasync,pwrite64,read,recvfrom,recvmsg,readv,write,writev,sendto,sendmsg";

    /** {@code pid time call(…) = result}, or the two halves of a call that others came between. */
    private static final Pattern LINE = Pattern.compile("^(\\d+) +[\\d.]+ (.*)$");

    private static final Pattern RESUMED = Pattern.compile("^<\\.\\.\\. (\\w+) resumed>.*$");
    private static final Pattern SYNC = Pattern.compile("^(?:fsync|fdatasync)\\(\\d+<[^>]*\\.db-wal>.*$");

    @TempDir
    Path folder;

    @Test
    void theLogIsSyncedBetweenTheArrivalOfEachMessageAndItsAck() throws Exception {
        Needs.that(straceWorks(), "strace or ptrace is not available here: nothing was traced");
        var trace = folder.resolve("trace");
        var ids = new ArrayList<String>();
        try (var gateway = GatewayChild.start(
                folder.resolve("data"),
                GatewayChild.offline(folder),
                "strace",
                "-f",
                "-y",
                "-ttt",
                "-s",
                "4200",
                "-e",
                CALLS,
                "-e",
                "signal=none",
                "-o",
                trace.toString())) {
            try (var device = RawSocket.open(gateway.channel())) {
                device.text("{\"type\":\"connect\",\"peer_id\":\"device-001\"}");
                assertThat(device.receive().text()).contains("connected");
                for (int i = 0; i < MESSAGES; i++) {
                    var id = "traced-%03d".formatted(i);
                    ids.add(id);
                    device.text("{\"type\":\"message\",\"message_id\":\"%s\",\"text\":\"hello\"}".formatted(id));
                    assertThat(next(device, "ack")).contains(id).contains("\"accepted\":true");
                    // One at a time: under a trace answers take longer than acks, and a session holds 64 that wait.
                    assertThat(next(device, "message")).contains(id);
                }
            }
        }
        var seen = read(trace);
        for (var id : ids) {
            assertThat(seen.arrived)
                    .describedAs("messages that were seen to arrive")
                    .contains(id);
            assertThat(seen.inLog)
                    .describedAs("messages written to the log after they arrived")
                    .contains(id);
            assertThat(seen.syncedBeforeAck)
                    .describedAs("messages synced before their ack")
                    .contains(id);
        }
        System.out.printf(
                "FsyncTraceIT: %d messages, each written to the log and synced before its ack; %d syncs of the log%n",
                MESSAGES, seen.syncs);
    }

    private static String next(RawSocket device, String type) throws IOException {
        while (true) {
            var frame = device.receive().text();
            if (frame.startsWith("{\"type\":\"%s\"".formatted(type))) {
                return frame;
            }
        }
    }

    @Test
    void theWriterAsksForFullSynchronousCommits() {
        try (var store = Store.open(folder.resolve("switchboard.db"), folder.resolve("token.key"), Clock.systemUTC())) {
            assertThat(store.pragmaSynchronous()).isEqualTo(2);
        }
    }

    /** What the trace shows, line by line in the order in which it happened. */
    private static final class Seen {
        final Set<String> arrived = new HashSet<>();
        final Set<String> inLog = new HashSet<>();
        final Set<String> synced = new HashSet<>();
        final Set<String> syncedBeforeAck = new HashSet<>();
        int syncs;

        /** By thread: a sync that has begun, and what was in the log when it did. */
        private final Map<String, Set<String>> syncing = new HashMap<>();

        void line(String pid, String call) {
            var resumed = RESUMED.matcher(call);
            if (resumed.matches()) {
                if (call.endsWith("= 0") && syncing.containsKey(pid)) {
                    synced.addAll(syncing.remove(pid));
                    syncs++;
                } else if (isReading(resumed.group(1) + "(")) {
                    arrived.addAll(ids(call));
                }
            } else if (SYNC.matcher(call).matches()) {
                if (call.endsWith("<unfinished ...>")) {
                    syncing.put(pid, Set.copyOf(inLog));
                } else if (call.endsWith("= 0")) {
                    synced.addAll(inLog);
                    syncs++;
                }
            } else if (call.startsWith("pwrite64(") && call.contains(".db-wal>")) {
                ids(call).stream().filter(arrived::contains).forEach(inLog::add);
            } else if (isReading(call)) {
                arrived.addAll(ids(call));
            } else if (call.contains("\\\"type\\\":\\\"ack\\\"")) {
                ids(call).stream().filter(synced::contains).forEach(syncedBeforeAck::add);
            }
        }

        private static boolean isReading(String call) {
            return call.startsWith("read(") || call.startsWith("recv") || call.startsWith("readv(");
        }

        private static List<String> ids(String call) {
            return Pattern.compile("traced-\\d{3}")
                    .matcher(call)
                    .results()
                    .map(match -> match.group())
                    .toList();
        }
    }

    private static Seen read(Path trace) throws IOException {
        var seen = new Seen();
        try (var lines = Files.lines(trace, StandardCharsets.ISO_8859_1)) {
            lines.forEach(line -> {
                var parts = LINE.matcher(line);
                if (parts.matches()) {
                    seen.line(parts.group(1), parts.group(2));
                }
            });
        }
        return seen;
    }

    private static boolean straceWorks() throws InterruptedException {
        try {
            var trial = new ProcessBuilder("strace", "-f", "-o", "/dev/null", "true")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!trial.waitFor(Duration.ofSeconds(60).toMillis(), TimeUnit.MILLISECONDS)) {
                trial.destroyForcibly();
                return false;
            }
            return trial.exitValue() == 0;
        } catch (IOException _) {
            return false;
        }
    }
}
