package dev.switchboard.store;

import dev.switchboard.core.failure.FatalErrors;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.testkit.MovableClock;
import dev.switchboard.testkit.Talk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.UUID;

/** A store in a folder of its own, with a clock that stands at noon. */
final class TestStore implements AutoCloseable {
    final Path folder;
    final MovableClock clock = new MovableClock(Talk.NOON);
    private final StoreSettings settings;
    private final FatalErrors fatal;
    private Store store;

    TestStore(Path folder) {
        this(folder, StoreSettings.DEFAULT);
    }

    TestStore(Path folder, StoreSettings settings) {
        this(folder, settings, FatalErrors.LOGGED);
    }

    TestStore(Path folder, StoreSettings settings, FatalErrors fatal) {
        this.folder = folder;
        this.fatal = fatal;
        this.settings = settings;
        this.store = open();
    }

    /** For tests without a folder of JUnit's. */
    static TestStore inTempFolder() {
        try {
            return new TestStore(Files.createTempDirectory("store"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static StoreSettings keeping(Duration channelEventAge, int channelEventsKept) {
        return settings(channelEventAge, channelEventsKept, StoreSettings.DEFAULT.keeperPause());
    }

    /** The log grows and nothing of it is copied, so that a test may look at it. */
    static StoreSettings withoutKeeper() {
        return settings(Duration.ofDays(30), 100_000, Duration.ofDays(1));
    }

    /** With attachments of so many bytes, each and together. */
    static StoreSettings attaching(long each, long together) {
        var some = withoutKeeper();
        return new StoreSettings(
                some.writeQueue(),
                some.maxBatch(),
                some.readers(),
                some.readQueue(),
                some.channelEventAge(),
                some.channelEventsKept(),
                some.keeperPause(),
                some.followerPause(),
                each,
                together,
                some.longLog());
    }

    private static StoreSettings settings(Duration channelEventAge, int channelEventsKept, Duration keeperPause) {
        var some = StoreSettings.DEFAULT;
        return new StoreSettings(
                some.writeQueue(),
                some.maxBatch(),
                some.readers(),
                some.readQueue(),
                channelEventAge,
                channelEventsKept,
                keeperPause,
                keeperPause,
                some.maxAttachment(),
                some.maxAttachments(),
                some.longLog());
    }

    Store store() {
        return store;
    }

    Path file() {
        return folder.resolve("switchboard.db");
    }

    Path log() {
        return folder.resolve("switchboard.db-wal");
    }

    Path key() {
        return folder.resolve("token.key");
    }

    void reopen() {
        store.close();
        store = open();
    }

    private Store open() {
        return Store.open(
                new Sqlite(file()), key(), clock, () -> UUID.randomUUID().toString(), Masking.NONE, settings, fatal);
    }

    @Override
    public void close() {
        store.close();
    }

    void closeAndDelete() {
        close();
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
