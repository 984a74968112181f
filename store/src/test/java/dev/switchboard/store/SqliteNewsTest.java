package dev.switchboard.store;

import dev.switchboard.testkit.JournalPlace;
import dev.switchboard.testkit.NewsContract;
import java.nio.file.Path;

final class SqliteNewsTest extends NewsContract {
    @Override
    protected JournalPlace open(Path folder) {
        return new SqliteJournalPlace(new TestStore(folder));
    }
}
