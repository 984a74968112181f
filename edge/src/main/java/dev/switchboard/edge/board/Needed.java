package dev.switchboard.edge.board;

import dev.switchboard.core.identity.Scope;
import dev.switchboard.protocol.board.FromBoard;

/** What a message needs its sender to be allowed. */
final class Needed {
    private Needed() {}

    static Scope by(FromBoard message) {
        return switch (message) {
            case FromBoard.Submit _, FromBoard.Stop _, FromBoard.Steer _ -> Scope.TASK_WRITE;
            case FromBoard.ListTasks _, FromBoard.AttachTask _ -> Scope.TASK_READ;
            case FromBoard.ApprovalResponse _ -> Scope.APPROVAL_RESPOND;
            case FromBoard.ListTerminals _, FromBoard.AttachTerminal _, FromBoard.DetachTerminal _ ->
                Scope.TERMINAL_READ;
            case FromBoard.CreateTerminal _,
                    FromBoard.TerminalInput _,
                    FromBoard.ResizeTerminal _,
                    FromBoard.CloseTerminal _ -> Scope.TERMINAL_WRITE;
            case FromBoard.Auth _, FromBoard.Leave _, FromBoard.HealthPing _, FromBoard.Ping _ ->
                throw new IllegalArgumentException("needs no scope: " + message);
        };
    }
}
