package dev.switchboard.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.switchboard.core.failure.FatalErrors;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.ledger.Recorded;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.session.Search;
import dev.switchboard.core.session.Session;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.core.session.SessionState;
import dev.switchboard.core.session.Sessions;
import dev.switchboard.testkit.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipInputStream;
import org.assertj.core.groups.Tuple;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A data folder that a gateway of revision 8edfec0 has written, of schema 3, with an agent that needs no model: two
 * devices, one with a second thread and switched to another agent; a call with a long result; a task of its own and one
 * in a device's session; and a question nobody has answered. It opens, and everything is in it.
 */
final class OlderFolderTest {
    private static final SessionId FIRST = new SessionId("terminal-dev:local:device-001");
    private static final SessionId ASKING = new SessionId("terminal-dev:local:device-003");
    private static final SessionId TASK = new SessionId("board:local:tasks:run-01a1ed6e-42e0-7000-aa6a-322aaa93c38f");

    @TempDir
    Path folder;

    private Store store;

    @BeforeEach
    void open() throws IOException {
        store = unpackAndOpen("first", Masking.NONE);
    }

    private Store unpackAndOpen(String name, Masking masking) throws IOException {
        var data = folder.resolve(name);
        try (var zip = new ZipInputStream(OlderFolderTest.class.getResourceAsStream("folder-8edfec0.zip"))) {
            for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                var file = data.resolve(entry.getName());
                Files.createDirectories(file.getParent());
                Files.write(file, zip.readAllBytes());
            }
        }
        var key = data.resolve("token.key");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        return Store.open(data.resolve("switchboard.db"), key, Clock.systemUTC(), masking, FatalErrors.LOGGED);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void itsSessionsAreListedAsThingsOfTheirOwn() {
        var sessions = store.sessions().list(Sessions.Wanted.all(10)).sessions();

        assertThat(sessions)
                .extracting(Session::kind, Session::name, Session::agent, Session::channel, Session::lastSeq)
                .containsExactly(
                        line(SessionKind.CHAT, "device-003", null, "terminal-dev", 5),
                        line(SessionKind.CHAT, "device-001", "titan", "terminal-dev", 42),
                        line(SessionKind.TASK, "list files", "titan", "board", 9),
                        line(SessionKind.CHAT, "device-001 · work", null, "terminal-dev", 5),
                        line(SessionKind.CHAT, "device-002", null, "terminal-dev", 10));
        assertThat(sessions)
                .extracting(Session::state)
                .containsExactly(
                        SessionState.WAITING_APPROVAL,
                        SessionState.IDLE,
                        SessionState.IDLE,
                        SessionState.IDLE,
                        SessionState.IDLE);
        assertThat(sessions).allSatisfy(session -> {
            assertThat(session.lastText()).isNotEmpty();
            assertThat(session.lastEventAt()).isAfterOrEqualTo(session.createdAt());
            assertThat(session.lowWater()).isZero();
            assertThat(session.epoch()).isZero();
        });
        assertThat(sessions.get(0).lastText()).isEqualTo("run echo waiting");
        assertThat(sessions.get(1).lastText()).isEqualTo("from the board");
        assertThat(sessions.get(2).lastText()).isEqualTo("notes.txt");
    }

    private static Tuple line(SessionKind kind, String name, @Nullable String agent, String channel, long seq) {
        return tuple(kind, name, agent, channel, seq);
    }

    @Test
    void whatWasSaidInThemIsThereAndIsFound() {
        var events = store.ledger().after(FIRST, 0, 100);
        assertThat(events).hasSize(42);
        assertThat(events).extracting(Recorded::event).hasAtLeastOneElementOfType(RunEvent.ToolEnd.class);
        assertThat(store.search().search(wanted("milk")).places()).isEmpty();

        store.catchUp();

        assertThat(store.search().search(wanted("milk")).places())
                .extracting(Search.Place::who)
                .contains(Search.Who.YOU, Search.Who.TOOL, Search.Who.AGENT);
        assertThat(store.sessions()
                        .list(new Sessions.Wanted(
                                Set.of(SessionKind.values()), null, "from the board", false, null, 10))
                        .sessions())
                .extracting(Session::id)
                .containsExactly(FIRST);
    }

    private static Search.Wanted wanted(String words) {
        return new Search.Wanted(words, Set.of(SessionKind.values()), null, null, null, 50);
    }

    @Test
    void aLongResultIsStillThereAndKnowsItsSession() {
        var session = new SessionId("terminal-dev:local:device-002");
        var shown = store.ledger().after(session, 0, 100).stream()
                .map(Recorded::event)
                .filter(RunEvent.ToolEnd.class::isInstance)
                .findFirst()
                .orElseThrow();

        assertThat(Results.of(store.journal(), shown.id()))
                .hasValueSatisfying(result -> assertThat(result.toString()).contains("39999\\n40000"));
        assertThat(store.journal().sessionOfResult(shown.id())).contains(session);
    }

    @Test
    void itsTaskAndItsOpenQuestionAreThere() {
        assertThat(store.tasks().find(new RunId("run-01a1ed6e-42e0-7000-aa6a-322aaa93c38f")))
                .hasValueSatisfying(task -> {
                    assertThat(task.session()).isEqualTo(TASK);
                    assertThat(task.goal()).isEqualTo("list files");
                    assertThat(task.end()).isNotNull();
                });
        assertThat(store.journal().unanswered(null, 10).approvals())
                .singleElement()
                .satisfies(approval -> assertThat(approval.session()).isEqualTo(ASKING));
        assertThat(store.inbox().next(ASKING))
                .hasValueSatisfying(
                        waiting -> assertThat(waiting.message().text()).isEqualTo("run echo waiting"));
    }

    @Test
    void whatTheMigrationShowsForTheFirstTimeIsMaskedToo() throws IOException {
        try (var masked = unpackAndOpen("masked", new Masking(List.of("list files", "run echo waiting")))) {
            assertThat(masked.sessions().find(TASK).orElseThrow().name()).isEqualTo("••••");
            assertThat(masked.sessions().find(ASKING).orElseThrow().lastText()).isEqualTo("••••");
        }
    }
}
