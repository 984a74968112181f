package dev.switchboard.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Whether writing works. A failure stays until a write succeeds again. */
public record StoreHealth(
        @Nullable String failure, @Nullable Instant since) {
    static final StoreHealth WELL = new StoreHealth(null, null);

    public boolean isWell() {
        return failure == null;
    }
}
