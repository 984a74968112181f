package dev.switchboard.edge.board;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.switchboard.core.terminal.Shown;
import dev.switchboard.core.terminal.Viewing;
import dev.switchboard.protocol.board.ToBoard;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TerminalPumpTest {
    private static final int PLACES = 2;
    private static final String TEXT = "aß€😀\u001b[1m終わり\r\n";

    /** A terminal that shows what the test says. */
    private static final class Script implements Viewing {
        private final LinkedBlockingQueue<Shown> coming = new LinkedBlockingQueue<>();
        private final AtomicLong written = new AtomicLong();
        private long end;

        void print(byte[] bytes) {
            coming.add(new Shown.Output(bytes, end, end + bytes.length));
            end += bytes.length;
        }

        @Override
        public Shown next() throws InterruptedException {
            return coming.take();
        }

        @Override
        public void written(long next) {
            written.set(next);
        }

        @Override
        public void close() {
            coming.add(new Shown.Left());
        }
    }

    private final AtomicInteger over = new AtomicInteger();
    private final Semaphore places = new Semaphore(PLACES, true);
    private HeldSocket socket = new HeldSocket();
    private Script terminal = new Script();
    private TerminalPump pump = pump();

    @AfterEach
    void close() {
        pump.close();
    }

    @Test
    void a_character_cut_at_any_byte_arrives_whole() {
        var bytes = TEXT.getBytes(UTF_8);
        for (int cut = 0; cut <= bytes.length; cut++) {
            pump.close();
            socket = new HeldSocket();
            terminal = new Script();
            pump = pump();
            terminal.print(Arrays.copyOf(bytes, cut));
            terminal.print(Arrays.copyOfRange(bytes, cut, bytes.length));
            awaitWritten(bytes.length);
            assertThat(shown()).as("cut at %d", cut).isEqualTo(TEXT);
        }
    }

    @Test
    void a_text_that_comes_byte_by_byte_arrives_whole_and_every_byte_is_confirmed() {
        var bytes = TEXT.getBytes(UTF_8);
        for (var one : bytes) {
            terminal.print(new byte[] {one});
        }
        awaitWritten(bytes.length);
        assertThat(shown()).isEqualTo(TEXT);
        assertThat(places.availablePermits()).isEqualTo(PLACES);
    }

    @Test
    void as_many_pieces_are_under_way_as_there_are_places_and_the_next_waits_for_one() {
        for (var piece : new String[] {"a", "b", "c", "d"}) {
            terminal.print(piece.getBytes(UTF_8));
        }

        awaitSent(PLACES);
        await().during(Duration.ofMillis(100)).until(() -> socket.sent().size() == PLACES);
        assertThat(terminal.written).hasValue(0);
        socket.settle(true);
        awaitSent(PLACES + 1);
        assertThat(terminal.written).hasValue(1);
        awaitWritten(4);
        assertThat(shown()).isEqualTo("abcd");
    }

    @Test
    void a_terminal_that_prints_much_leaves_places_for_another() throws Exception {
        var other = new Script();
        var second = new TerminalPump(new BoardLine(socket, Clock.systemUTC()), "t-2", other, places, _ -> {});
        for (int i = 0; i < 1_000; i++) {
            terminal.print("much".getBytes(UTF_8));
        }
        awaitSent(PLACES);
        await().until(places::hasQueuedThreads);
        second.start();
        other.print("little".getBytes(UTF_8));
        await().until(() -> places.getQueueLength() == 2);

        socket.settle(true);
        awaitSent(PLACES + 1);
        socket.settle(true);
        awaitSent(PLACES + 2);

        assertThat(socket.sent()).last().isEqualTo(new ToBoard.TerminalOutput("t-2", "little"));
        second.close();
    }

    @Test
    void nothing_comes_after_it_was_closed_however_much_is_left() {
        for (int i = 0; i < 100; i++) {
            terminal.print("old".getBytes(UTF_8));
        }
        awaitSent(PLACES);

        pump.close();
        socket.settleAll();

        await().until(() -> places.availablePermits() == PLACES);
        await().during(Duration.ofMillis(100)).until(() -> socket.sent().size() == PLACES);
    }

    @Test
    void a_board_that_is_gone_gives_its_places_back() {
        terminal.print("a".getBytes(UTF_8));
        terminal.print("b".getBytes(UTF_8));
        awaitSent(2);
        socket.settle(false);
        socket.settle(false);
        assertThat(places.availablePermits()).isEqualTo(PLACES);
    }

    @Test
    void the_exit_code_comes_after_the_last_byte_and_once() {
        terminal.print("a".getBytes(UTF_8));
        terminal.print("b".getBytes(UTF_8));
        terminal.print("c".getBytes(UTF_8));
        terminal.coming.add(new Shown.Exited(3));
        awaitSent(PLACES);
        assertThat(over).hasValue(0);

        socket.settle(true);
        await().until(() -> over.get() == 1);
        assertThat(shown()).isEqualTo("abc");
        assertThat(socket.sent()).hasSize(4).last().isEqualTo(new ToBoard.TerminalExited("t-1", 3));
    }

    @Test
    void half_a_character_at_the_very_end_is_shown_as_broken_before_the_exit_code() {
        terminal.print(Arrays.copyOf("ok€".getBytes(UTF_8), 4));
        terminal.coming.add(new Shown.Exited(0));
        await().until(() -> over.get() == 1);

        assertThat(shown()).isEqualTo("ok\uFFFD");
        assertThat(socket.sent()).last().isEqualTo(new ToBoard.TerminalExited("t-1", 0));
    }

    private TerminalPump pump() {
        var made = new TerminalPump(
                new BoardLine(socket, Clock.systemUTC()), "t-1", terminal, places, _ -> over.incrementAndGet());
        made.start();
        return made;
    }

    private void awaitSent(int frames) {
        await().until(() -> socket.sent().size() == frames);
    }

    /** Lets everything leave until this much was. */
    private void awaitWritten(long bytes) {
        await().until(() -> {
            socket.settleAll();
            return terminal.written.get() == bytes;
        });
    }

    private String shown() {
        return socket.sent().stream()
                .filter(ToBoard.TerminalOutput.class::isInstance)
                .map(frame -> ((ToBoard.TerminalOutput) frame).data())
                .collect(Collectors.joining());
    }
}
