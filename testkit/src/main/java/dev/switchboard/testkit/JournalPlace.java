package dev.switchboard.testkit;

import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.journal.RunJournal;
import dev.switchboard.core.ledger.Ledger;

/** A journal with what it stands beside, as its contracts need it. */
public interface JournalPlace extends AutoCloseable {
    RunJournal journal();

    Ledger ledger();

    Inbox inbox();

    /** Closes what there is and opens it anew. */
    void reopen();

    /** As when somebody resets the session; whoever has taken it up before does not learn of it. */
    void beginAnew(SessionId session);

    /** Lets time pass, so that what follows is later than what was. */
    void tick();

    @Override
    void close();
}
