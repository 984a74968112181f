package dev.switchboard.app.hud;

import static dev.switchboard.app.hud.Hud.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.core.session.Sessions;
import dev.switchboard.core.session.Sessions.Changes;
import dev.switchboard.core.session.Sessions.NewSession;
import dev.switchboard.testkit.RawSocket;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two thousand sessions, five hundred changes a second for ten seconds, and some who do not read. */
@Timeout(240)
class CrowdedLobbyIT {
    private static final int SESSIONS = 2_000;
    private static final int CHANGES = 5_000;
    private static final int A_SECOND = 500;
    private static final int DEAF = 20;
    private static final String LAST = "the last change";

    @TempDir
    Path folder;

    private HudGateway gateway;

    @BeforeEach
    void start() throws Exception {
        gateway = new HudGateway(folder);
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void whoever_reads_misses_nothing_and_whoever_does_not_costs_little() throws Exception {
        var sessions = gateway.gateway().gateway().store().sessions();
        var ids = made(sessions);
        var deaf = new ArrayList<RawSocket>();
        try (var lobby = gateway.lobby(TestGateway.TOKEN)) {
            var snapshot = lobby.next("sessions");
            assertThat(snapshot.get("sessions").size()).isEqualTo(250);
            for (int i = 0; i < DEAF; i++) {
                deaf.add(RawSocket.open(
                        gateway.ws("/ws"), 4_096, Map.of("Authorization", "Bearer " + TestGateway.TOKEN)));
            }
            long before = held();

            var names = changed(sessions, ids);
            sessions.change(ids.getLast(), new Changes(LAST, null, null));
            names.put(ids.getLast().value(), LAST);

            lobby.next(frame -> text(frame, "name").equals(LAST));
            var seen = new HashMap<String, String>();
            snapshot.get("sessions").forEach(line -> seen.put(text(line, "session_id"), text(line, "name")));
            for (var frame : lobby.of("session")) {
                seen.put(text(frame, "session_id"), text(frame, "name"));
            }
            assertThat(seen).containsAllEntriesOf(names);
            assertThat(lobby.of("sessions")).as("it was told everything once").hasSize(1);
            assertThat(lobby.of("session").size()).as("put together").isLessThanOrEqualTo(CHANGES + 1);
            lobby.frames.clear();
            assertThat(held() - before)
                    .as("a kilobyte for each of a thousand changes, for each who does not read, and the tests' own")
                    .isLessThan(96L * 1024 * 1024);
            for (var socket : deaf) {
                assertThat(present(socket))
                        .as("dropped, or brought to the present")
                        .isTrue();
            }
        } finally {
            for (var socket : deaf) {
                socket.close();
            }
        }
    }

    private static List<SessionId> made(Sessions sessions) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<SessionId>> making = new ArrayList<>();
            for (int i = 0; i < SESSIONS - 1; i++) {
                var name = "session " + i;
                making.add(() -> sessions.create(new NewSession(SessionKind.AGENT, name, null, null, null, null))
                        .id());
            }
            var ids = new ArrayList<SessionId>();
            for (var made : threads.invokeAll(making)) {
                ids.add(made.get());
            }
            ids.add(sessions.create(new NewSession(SessionKind.AGENT, "newest", null, null, null, null))
                    .id());
            return ids;
        }
    }

    /** Renames them in turn, at a steady pace; the last name of each. */
    private static Map<String, String> changed(Sessions sessions, List<SessionId> ids) throws Exception {
        var names = new HashMap<String, String>();
        long begun = System.nanoTime();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < CHANGES; ) {
                List<Callable<Object>> together = new ArrayList<>();
                for (int k = 0; k < A_SECOND / 50; k++, i++) {
                    var id = ids.get(i % ids.size());
                    var name = "name " + i + " " + "n".repeat(100);
                    names.put(id.value(), name);
                    together.add(() -> sessions.change(id, new Changes(name, null, null)));
                }
                for (var change : threads.invokeAll(together)) {
                    change.get();
                }
                LockSupport.parkNanos(begun + TimeUnit.SECONDS.toNanos(1) * i / A_SECOND - System.nanoTime());
            }
        }
        return names;
    }

    /** What is on the heap when nothing else is. */
    private static long held() {
        System.gc();
        var runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private static boolean present(RawSocket socket) throws IOException {
        while (true) {
            RawSocket.Frame frame;
            try {
                frame = socket.receive();
            } catch (EOFException | SocketException e) {
                return true;
            }
            if (frame.opcode() == RawSocket.CLOSE || frame.text().contains(LAST)) {
                return true;
            }
        }
    }
}
