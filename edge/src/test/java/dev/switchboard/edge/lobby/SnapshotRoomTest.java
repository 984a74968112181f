package dev.switchboard.edge.lobby;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.protocol.lobby.ToLobby;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class SnapshotRoomTest {
    @Test
    void lines_are_taken_while_there_is_room_for_their_bytes_and_not_their_characters() {
        var devices =
                IntStream.range(0, 100).mapToObj(i -> device("号".repeat(100))).toList();
        var taken = new SnapshotRoom(10_000).of(devices);
        var written = JsonMapper.shared().writeValueAsString(taken).getBytes(StandardCharsets.UTF_8);
        assertThat(taken).hasSizeBetween(20, 30);
        assertThat(written.length).isLessThanOrEqualTo(10_000);
    }

    @Test
    void one_that_is_too_large_is_passed_over_and_what_follows_still_fits() {
        var large = device("x".repeat(1_000));
        var small = device("x");
        assertThat(new SnapshotRoom(500).of(List.of(small, large, small))).containsExactly(small, small);
    }

    private static ToLobby.Device device(String name) {
        return new ToLobby.Device("terminal-dev", "desk", name, "2025-03-14T23:20:00Z");
    }
}
