package dev.switchboard.store;

import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.session.Search.Who;
import org.jspecify.annotations.Nullable;

/** What somebody said in an event. */
record Utterance(Who who, String text) {

    /** Null where nothing is said. */
    static @Nullable Utterance of(RunEvent event) {
        return switch (event) {
            case RunEvent.UserMessage said -> new Utterance(Who.YOU, said.text());
            case RunEvent.Injected said -> new Utterance(Who.YOU, said.text());
            case RunEvent.ModelEnd said -> said.text().isBlank() ? null : new Utterance(Who.AGENT, said.text());
            case RunEvent.Final said -> new Utterance(Who.AGENT, said.text());
            case RunEvent.ToolEnd done -> new Utterance(Who.TOOL, ToolWords.of(done));
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
