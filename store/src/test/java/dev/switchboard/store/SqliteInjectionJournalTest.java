package dev.switchboard.store;

import dev.switchboard.testkit.InjectionJournalContract;
import dev.switchboard.testkit.JournalPlace;
import java.nio.file.Path;

final class SqliteInjectionJournalTest extends InjectionJournalContract {
    @Override
    protected JournalPlace open(Path folder) {
        return new SqliteJournalPlace(new TestStore(folder));
    }
}
