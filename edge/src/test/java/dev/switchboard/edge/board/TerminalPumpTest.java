package dev.switchboard.edge.board;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.protocol.board.ToBoard;
import java.time.Clock;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TerminalPumpTest {
    private static final int PIECE = 32 * 1024;
    private static final String TEXT = "aß€😀\u001b[1m終わり\r\n";

    private final AtomicInteger over = new AtomicInteger();
    private HeldSocket socket = new HeldSocket();
    private TerminalPump pump = pump();

    @Test
    void a_character_cut_at_any_byte_arrives_whole() {
        var bytes = TEXT.getBytes(UTF_8);
        for (int cut = 0; cut <= bytes.length; cut++) {
            socket = new HeldSocket();
            pump = pump();
            print(Arrays.copyOf(bytes, cut));
            print(Arrays.copyOfRange(bytes, cut, bytes.length));
            socket.settleAll();
            assertThat(shown()).as("cut at %d", cut).isEqualTo(TEXT);
        }
    }

    @Test
    void a_text_that_comes_byte_by_byte_arrives_whole_and_every_byte_is_confirmed() {
        var written = new AtomicInteger();
        for (var one : TEXT.getBytes(UTF_8)) {
            pump.output(new byte[] {one}, 0, written::incrementAndGet);
            socket.settleAll();
        }
        assertThat(shown()).isEqualTo(TEXT);
        assertThat(written).hasValue(TEXT.getBytes(UTF_8).length);
    }

    @Test
    void one_piece_is_under_way_at_a_time_and_the_next_waits_for_it() {
        print("x".repeat(PIECE + 1).getBytes(UTF_8));
        print("y".getBytes(UTF_8));

        assertThat(socket.sent()).hasSize(1);
        socket.settle(true);
        assertThat(socket.sent()).hasSize(2);
        assertThat(socket.underWay()).isEqualTo(1);
        socket.settle(true);
        assertThat(socket.sent()).hasSize(3);
        socket.settle(true);
        assertThat(socket.underWay()).isZero();
        assertThat(shown()).isEqualTo("x".repeat(PIECE + 1) + "y");
    }

    @Test
    void a_chunk_is_confirmed_once_when_its_last_byte_has_left() {
        var first = new AtomicInteger();
        var second = new AtomicInteger();
        pump.output(new byte[PIECE * 2], 0, first::incrementAndGet);
        pump.output(new byte[0], 0, second::incrementAndGet);

        socket.settle(true);
        assertThat(first).as("half of it").hasValue(0);
        socket.settle(true);
        assertThat(first).hasValue(1);
        assertThat(second).as("nothing to send").hasValue(1);
        pump.exited(0);
        assertThat(first).hasValue(1);
        assertThat(second).hasValue(1);
    }

    @Test
    void a_board_that_is_gone_holds_nothing_up() {
        var written = new AtomicInteger();
        pump.output(new byte[PIECE * 3], 0, written::incrementAndGet);
        for (int i = 0; i < 3; i++) {
            socket.settle(false);
        }
        assertThat(written).hasValue(1);
    }

    @Test
    void the_exit_code_comes_after_the_last_byte_and_once() {
        print("x".repeat(PIECE * 2).getBytes(UTF_8));
        pump.exited(3);
        socket.settle(true);
        assertThat(socket.sent()).noneMatch(ToBoard.TerminalExited.class::isInstance);
        assertThat(over).hasValue(0);

        socket.settle(true);
        assertThat(socket.sent()).hasSize(3).last().isEqualTo(new ToBoard.TerminalExited("t-1", 3));
        assertThat(over).hasValue(1);
    }

    @Test
    void half_a_character_at_the_very_end_is_shown_as_broken_before_the_exit_code() {
        print(Arrays.copyOf("ok€".getBytes(UTF_8), 4));
        socket.settleAll();
        pump.exited(0);
        socket.settleAll();

        assertThat(shown()).isEqualTo("ok\uFFFD");
        assertThat(socket.sent()).last().isEqualTo(new ToBoard.TerminalExited("t-1", 0));
    }

    @Test
    void a_scrollback_of_two_mebibytes_arrives_in_pieces_without_gap_or_repetition() {
        var line = "終わり 😀 %06d\r\n";
        var text = new StringBuilder();
        for (int i = 0; text.length() < 2 * 1024 * 1024; i++) {
            text.append(line.formatted(i));
        }
        var bytes = Arrays.copyOf(text.toString().getBytes(UTF_8), 2 * 1024 * 1024);
        var written = new AtomicInteger();

        pump.output(bytes, 0, written::incrementAndGet);
        pump.exited(0);
        while (socket.underWay() > 0) {
            assertThat(socket.underWay()).isEqualTo(1);
            socket.settle(true);
        }

        assertThat(shown()).isEqualTo(new String(bytes, UTF_8));
        assertThat(written).hasValue(1);
        assertThat(over).hasValue(1);
        assertThat(socket.sent())
                .filteredOn(ToBoard.TerminalOutput.class::isInstance)
                .hasSizeBetween(64, 65);
    }

    private TerminalPump pump() {
        return new TerminalPump(new BoardLine(socket, Clock.systemUTC()), "t-1", over::incrementAndGet);
    }

    private void print(byte[] bytes) {
        pump.output(bytes, 0, () -> {});
    }

    private String shown() {
        return socket.sent().stream()
                .filter(ToBoard.TerminalOutput.class::isInstance)
                .map(frame -> ((ToBoard.TerminalOutput) frame).data())
                .collect(Collectors.joining());
    }
}
