package dev.switchboard.store;

import dev.switchboard.testkit.FenceContract;
import dev.switchboard.testkit.JournalPlace;
import java.nio.file.Path;

final class SqliteFenceTest extends FenceContract {
    @Override
    protected JournalPlace open(Path folder) {
        return new SqliteJournalPlace(new TestStore(folder));
    }
}
