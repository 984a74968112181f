package dev.switchboard.core.run;

import dev.switchboard.core.approval.Approvals;
import dev.switchboard.core.bound.Total;
import dev.switchboard.core.journal.RunJournal;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.money.SpendingStore;
import dev.switchboard.core.preview.Previews;
import dev.switchboard.core.session.Sessions;
import dev.switchboard.core.speech.Transcription;
import dev.switchboard.core.status.AgentStatuses;
import java.time.Clock;
import java.util.function.Supplier;

/**
 * What every run works with.
 *
 * @param transcription makes the texts of messages that came without one
 * @param toolOutput what all calls may hold in memory
 * @param ids makes ids that are unique in the world
 */
public record RunServices(
        Ledger ledger,
        RunJournal journal,
        Sessions sessions,
        Approvals approvals,
        SpendingStore spending,
        Previews previews,
        AgentStatuses statuses,
        Masking masking,
        Transcription transcription,
        Total toolOutput,
        Clock clock,
        Supplier<String> ids) {}
