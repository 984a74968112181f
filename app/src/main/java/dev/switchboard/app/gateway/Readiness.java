package dev.switchboard.app.gateway;

import dev.switchboard.core.channel.ChannelRuntime;
import dev.switchboard.store.Store;
import java.util.List;

/** Why the gateway cannot take messages just now, in sentences that name no one. */
final class Readiness {
    private Readiness() {}

    static List<String> complaints(Store store, ChannelRuntime runtime) {
        if (runtime.isDraining()) {
            return List.of("The gateway is stopping.");
        }
        // A store that failed is tried again here, so that readiness comes back with the disk and not with a message.
        var health = store.health().isWell() ? store.health() : store.probe();
        return health.isWell() ? List.of() : List.of("The store cannot write. Check the disk of the data folder.");
    }
}
