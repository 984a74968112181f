package dev.switchboard.protocol.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.protocol.GoldenFiles;
import dev.switchboard.protocol.terminal.FromTerminal.Connect;
import dev.switchboard.protocol.terminal.FromTerminal.Message;
import dev.switchboard.protocol.terminal.FromTerminal.Ping;
import dev.switchboard.protocol.terminal.FromTerminal.Unknown;
import dev.switchboard.protocol.terminal.ToTerminal.Ack;
import dev.switchboard.protocol.terminal.ToTerminal.Connected;
import dev.switchboard.protocol.terminal.ToTerminal.Failure;
import dev.switchboard.protocol.terminal.ToTerminal.Notice;
import dev.switchboard.protocol.terminal.ToTerminal.Pong;
import dev.switchboard.protocol.terminal.ToTerminal.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TerminalGoldenTest {
    private static final Map<String, Class<? extends FromTerminal>> FROM = Map.of(
            "connect", Connect.class,
            "connect-minimal", Connect.class,
            "connect-full", Connect.class,
            "connect-notices", Connect.class,
            "message", Message.class,
            "message-chinese", Message.class,
            "message-thread", Message.class,
            "ping", Ping.class,
            "unknown", Unknown.class);

    private static final Map<String, Class<? extends ToTerminal>> TO = Map.ofEntries(
            Map.entry("connected", Connected.class),
            Map.entry("ack-accepted", Ack.class),
            Map.entry("ack-duplicate-pending", Ack.class),
            Map.entry("ack-duplicate-answered", Ack.class),
            Map.entry("ack-id-reused", Ack.class),
            Map.entry("ack-forgotten", Ack.class),
            Map.entry("ack-refused", Ack.class),
            Map.entry("reply", Reply.class),
            Map.entry("reply-chinese", Reply.class),
            Map.entry("reply-failed", Reply.class),
            Map.entry("notice-waiting", Notice.class),
            Map.entry("notice-resolved", Notice.class),
            Map.entry("pong", Pong.class),
            Map.entry("error", Failure.class),
            Map.entry("error-unsupported", Failure.class),
            Map.entry("error-text-required", Failure.class));

    static Stream<Map.Entry<String, Class<? extends FromTerminal>>> from() {
        return FROM.entrySet().stream();
    }

    static Stream<Map.Entry<String, Class<? extends ToTerminal>>> to() {
        return TO.entrySet().stream();
    }

    @ParameterizedTest
    @MethodSource("from")
    void aFrameOfADeviceIsReadAndWrittenAsTheGoldenFileSays(Map.Entry<String, Class<? extends FromTerminal>> golden) {
        var frame = GoldenFiles.roundTrip("terminal", golden.getKey(), FromTerminal.class);
        assertThat(frame).isInstanceOf(golden.getValue());
        assertThat(TerminalFrames.read(GoldenFiles.text("terminal", golden.getKey())))
                .isEqualTo(frame);
    }

    @ParameterizedTest
    @MethodSource("to")
    void aFrameOfTheGatewayIsReadAndWrittenAsTheGoldenFileSays(Map.Entry<String, Class<? extends ToTerminal>> golden) {
        assertThat(GoldenFiles.roundTrip("terminal", golden.getKey(), ToTerminal.class))
                .isInstanceOf(golden.getValue());
    }

    @Test
    void everyGoldenFileIsChecked() {
        var checked = new ArrayList<>(FROM.keySet());
        checked.addAll(TO.keySet());
        assertThat(GoldenFiles.names("terminal")).containsExactlyInAnyOrderElementsOf(checked);
    }

    @Test
    void everyKindOfFrameHasAGoldenFile() {
        assertThat(List.of(ToTerminal.class.getPermittedSubclasses())).allMatch(TO::containsValue);
        assertThat(List.of(FromTerminal.class.getPermittedSubclasses()))
                .filteredOn(kind -> kind != FromTerminal.Malformed.class)
                .allMatch(FROM::containsValue);
    }
}
