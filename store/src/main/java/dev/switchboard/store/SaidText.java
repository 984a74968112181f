package dev.switchboard.store;

import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.session.Search.Who;
import org.jspecify.annotations.Nullable;

/** What somebody said in an event. */
record SaidText(Who who, String text) {

    /** Null where nothing is said. */
    static @Nullable SaidText of(RunEvent event) {
        return switch (event) {
            case RunEvent.UserMessage said -> said.format() == null ? new SaidText(Who.YOU, said.text()) : null;
            case RunEvent.Transcription said -> new SaidText(Who.YOU, said.text());
            case RunEvent.Injected said -> new SaidText(Who.YOU, said.text());
            case RunEvent.ModelEnd said -> said.text().isBlank() ? null : new SaidText(Who.AGENT, said.text());
            case RunEvent.Final said -> new SaidText(Who.AGENT, said.text());
            case RunEvent.ToolEnd done -> new SaidText(Who.TOOL, ToolWords.of(done));
            case RunEvent.RunStarted _,
                    RunEvent.TurnStart _,
                    RunEvent.ThinkStart _,
                    RunEvent.ThinkEnd _,
                    RunEvent.PreviewRetracted _,
                    RunEvent.TurnEnd _,
                    RunEvent.ToolStart _,
                    RunEvent.ApprovalRequired _,
                    RunEvent.ApprovalResolved _,
                    RunEvent.PlanChanged _,
                    RunEvent.InjectionsTaken _,
                    RunEvent.Received _,
                    RunEvent.Summarised _ -> null;
        };
    }
}
