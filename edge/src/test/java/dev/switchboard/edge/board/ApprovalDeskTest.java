package dev.switchboard.edge.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.approval.ApprovalStore;
import dev.switchboard.core.approval.Approvals;
import dev.switchboard.core.approval.Decision;
import dev.switchboard.core.bus.LocalBus;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.edge.net.OpenSocket;
import dev.switchboard.protocol.board.BoardFrames;
import dev.switchboard.protocol.board.ToBoard;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

/** A board is told of everything that waits, however much it is and whatever happens meanwhile. */
final class ApprovalDeskTest {
    private static final RunEvent.By ANNA = new RunEvent.By("anna", null);
    private final Waiting store = new Waiting();
    private final Approvals approvals = new Approvals(store, Clock.systemUTC(), () -> "event", new LocalBus());
    private final PacedSocket socket = new PacedSocket();
    private final ApprovalDesk desk =
            new ApprovalDesk(approvals, Masking.NONE, new BoardLine(socket, Clock.systemUTC()), ANNA);

    @Test
    void aThousandQuestionsAreToldOneAfterTheOtherHasLeft() throws InterruptedException {
        for (int i = 0; i < 1_000; i++) {
            store.ask(i);
        }
        var opening = Thread.startVirtualThread(desk::open);
        for (int i = 0; i < 1_000; i++) {
            socket.awaitOne();
            assertThat(socket.underWay()).as("frames in the outbox").isEqualTo(1);
            socket.settle(true);
        }
        opening.join();

        assertThat(socket.asked()).hasSize(1_000).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void whatIsAnsweredWhileTheBoardIsToldIsNotAskedAndWhatIsAskedIsToldInItsTurn() throws InterruptedException {
        approvals.subscribe(desk::hear);
        for (int i = 0; i < 150; i++) {
            store.ask(i);
        }
        var opening = Thread.startVirtualThread(desk::open);
        socket.awaitOne();
        // Of the page that is being told, of a later one, and one that was told.
        approvals.answer(id(50), true, null, ANNA);
        approvals.answer(id(149), true, null, ANNA);
        approvals.answer(id(0), true, null, ANNA);
        desk.hear(new Approvals.Notice.Asked(store.ask(200)));
        socket.settleAll(opening);

        assertThat(socket.asked()).hasSize(149).contains(id(200)).doesNotContain(id(50), id(149));
        assertThat(socket.resolved()).containsExactly(id(50), id(149), id(0));

        desk.hear(new Approvals.Notice.Asked(store.ask(201)));
        desk.hear(new Approvals.Notice.Asked(store.ask(200)));
        assertThat(socket.asked()).hasSize(150).endsWith(id(201));
    }

    @Test
    void aBoardThatGoesAwayIsToldNoMore() throws InterruptedException {
        for (int i = 0; i < 150; i++) {
            store.ask(i);
        }
        var opening = Thread.startVirtualThread(desk::open);
        socket.awaitOne();
        socket.settle(false);
        opening.join();

        assertThat(socket.asked()).containsExactly(id(0));
    }

    private static String id(int number) {
        return "approval-%04d".formatted(number);
    }

    /** Approvals nobody has answered, by their ids. */
    private static final class Waiting implements ApprovalStore {
        private final ConcurrentSkipListMap<String, Approval> approvals = new ConcurrentSkipListMap<>();

        Approval ask(int number) {
            var approval = new Approval(
                    id(number),
                    new SessionId("desk:local:anna"),
                    new RunId("run-" + number),
                    1,
                    0,
                    "call",
                    "turn",
                    "exec",
                    JsonNodeFactory.instance.objectNode().put("command", "ls"),
                    Effect.EXECUTE,
                    "It runs something on this machine.",
                    Instant.now().plusSeconds(300),
                    null,
                    null);
            approvals.put(approval.id(), approval);
            return approval;
        }

        @Override
        public boolean ask(Approval approval, RunEvent.ApprovalRequired shown) {
            throw new UnsupportedOperationException(approval.toString());
        }

        @Override
        public boolean answer(Approval approval, Decision decision, RunEvent.ApprovalResolved shown) {
            approvals.computeIfPresent(approval.id(), (_, open) -> open.answered(decision));
            return true;
        }

        @Override
        public List<Approval> unansweredIn(SessionId session, int limit) {
            throw new UnsupportedOperationException(session.toString());
        }

        @Override
        public Unanswered unanswered(@Nullable String after, int limit) {
            var behind = (after == null ? approvals : approvals.tailMap(after, false))
                    .values().stream()
                            .filter(approval -> approval.decision() == null)
                            .toList();
            return new Unanswered(behind.subList(0, Math.min(limit, behind.size())), behind.size() > limit);
        }

        @Override
        public Set<RunId> runsAsking() {
            return Set.of();
        }

        @Override
        public Optional<Approval> approval(String approvalId) {
            return Optional.ofNullable(approvals.get(approvalId));
        }
    }

    /** A frame has left when the test says so. */
    private static final class PacedSocket extends OpenSocket {
        private final List<ToBoard> sent = new CopyOnWriteArrayList<>();
        private final LinkedBlockingQueue<Receipt> underWay = new LinkedBlockingQueue<>();

        @Override
        public void send(String text, Receipt receipt) {
            if (BoardFrames.readAnswer(text) instanceof BoardFrames.Read.Message<ToBoard>(var envelope)) {
                sent.add(envelope.payload());
            }
            if (receipt != Receipt.NONE) {
                underWay.add(receipt);
            }
        }

        List<String> asked() {
            return sent.stream()
                    .filter(ToBoard.ApprovalRequired.class::isInstance)
                    .map(frame -> ((ToBoard.ApprovalRequired) frame).approvalId())
                    .toList();
        }

        List<String> resolved() {
            return sent.stream()
                    .filter(ToBoard.ApprovalResolved.class::isInstance)
                    .map(frame -> ((ToBoard.ApprovalResolved) frame).approvalId())
                    .toList();
        }

        int underWay() {
            return underWay.size();
        }

        void awaitOne() {
            await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1)).until(() -> !underWay.isEmpty());
        }

        void settle(boolean written) throws InterruptedException {
            underWay.take().settled(written);
        }

        void settleAll(Thread opening) throws InterruptedException {
            while (opening.isAlive()) {
                var receipt = underWay.poll(10, TimeUnit.MILLISECONDS);
                if (receipt != null) {
                    receipt.settled(true);
                }
            }
        }
    }
}
