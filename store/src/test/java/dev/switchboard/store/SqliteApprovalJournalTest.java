package dev.switchboard.store;

import dev.switchboard.testkit.ApprovalJournalContract;
import dev.switchboard.testkit.JournalPlace;
import java.nio.file.Path;

final class SqliteApprovalJournalTest extends ApprovalJournalContract {
    @Override
    protected JournalPlace open(Path folder) {
        return new SqliteJournalPlace(new TestStore(folder));
    }
}
