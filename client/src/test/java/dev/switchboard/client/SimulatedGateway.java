package dev.switchboard.client;

import dev.switchboard.protocol.terminal.FromTerminal;
import dev.switchboard.protocol.terminal.TerminalFrames;
import dev.switchboard.protocol.terminal.ToTerminal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A gateway of a few lines that remembers what it was sent, runs a message when it likes and sometimes refuses. */
final class SimulatedGateway {
    private final Random random;
    /** Texts by message id, in order of admission. */
    final Map<String, String> admitted = new LinkedHashMap<>();

    private final Map<String, String> answers = new LinkedHashMap<>();

    SimulatedGateway(Random random) {
        this.random = random;
    }

    /** What it says to a frame. */
    List<String> hear(String frame) {
        return switch (TerminalFrames.read(frame)) {
            case FromTerminal.Connect _ -> List.of(TerminalFrames.write(new ToTerminal.Connected("c", "c:local:desk")));
            case FromTerminal.Ping() -> List.of(TerminalFrames.write(new ToTerminal.Pong()));
            case FromTerminal.Message message ->
                List.of(TerminalFrames.write(
                        admit(String.valueOf(message.messageId()), String.valueOf(message.text()))));
            default -> throw new AssertionError("no device says " + frame);
        };
    }

    private ToTerminal admit(String id, String text) {
        var before = admitted.get(id);
        if (before != null) {
            if (!before.equals(text)) {
                throw new AssertionError("the id %s was used for two texts".formatted(id));
            }
            var answer = answers.get(id);
            return answer == null
                    ? ToTerminal.Ack.pending(id, "s", null)
                    : ToTerminal.Ack.answered(id, "s", answer, "run", "stop", null);
        }
        if (random.nextInt(8) == 0) {
            return ToTerminal.Ack.refused(id, "s", "session_full", "come back later");
        }
        admitted.put(id, text);
        return ToTerminal.Ack.accepted(id, "s");
    }

    /** Finishes what runs; the answers go to whoever is connected now. */
    List<String> work() {
        var replies = new ArrayList<String>();
        admitted.forEach((id, text) -> {
            if (!answers.containsKey(id)) {
                answers.put(id, "answer to " + text);
                replies.add(TerminalFrames.write(ToTerminal.Reply.assistant(id, "run", "answer to " + text, "stop")));
            }
        });
        return replies;
    }
}
