package dev.switchboard.store;

import dev.switchboard.core.money.SpendingStore;
import dev.switchboard.testkit.SpendingStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

final class SqliteSpendingStoreTest extends SpendingStoreContract {
    private TestStore test;

    @BeforeEach
    void open(@TempDir Path folder) {
        test = new TestStore(folder);
    }

    @AfterEach
    void close() {
        test.close();
    }

    @Override
    protected void reopen() {
        test.reopen();
    }

    @Override
    protected SpendingStore spending() {
        return test.store().spending();
    }
}
