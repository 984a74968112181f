package dev.switchboard.edge.board;

import dev.switchboard.core.identity.Scope;
import dev.switchboard.protocol.board.FromBoard;
import java.util.List;

/**
 * What a message needs its sender to be allowed: one of these, the first being what it mostly is. What is about a task
 * needs in the end what the kind of its session says, which is known only when it was found: {@link TaskDesk} decides.
 */
final class Needed {
    private static final List<Scope> TO_WRITE = List.of(Scope.TASK_WRITE, Scope.TERMINAL_WRITE);

    /** Who may read is told at least that there is no such task. */
    private static final List<Scope> TO_CHANGE =
            List.of(Scope.TASK_WRITE, Scope.TERMINAL_WRITE, Scope.TASK_READ, Scope.TERMINAL_READ);

    private static final List<Scope> TO_READ = List.of(Scope.TASK_READ, Scope.TERMINAL_READ);

    private Needed() {}

    static List<Scope> by(FromBoard message) {
        return switch (message) {
            case FromBoard.Submit _ -> TO_WRITE;
            case FromBoard.Stop _, FromBoard.Steer _ -> TO_CHANGE;
            case FromBoard.ListTasks _, FromBoard.AttachTask _ -> TO_READ;
            case FromBoard.ApprovalResponse _ -> List.of(Scope.APPROVAL_RESPOND);
            case FromBoard.ListTerminals _, FromBoard.AttachTerminal _, FromBoard.DetachTerminal _ ->
                List.of(Scope.TERMINAL_READ);
            case FromBoard.CreateTerminal _,
                    FromBoard.TerminalInput _,
                    FromBoard.ResizeTerminal _,
                    FromBoard.CloseTerminal _ -> List.of(Scope.TERMINAL_WRITE);
            case FromBoard.Auth _, FromBoard.Leave _, FromBoard.HealthPing _, FromBoard.Ping _ ->
                throw new IllegalArgumentException("needs no scope: " + message);
        };
    }
}
