package dev.switchboard.app.gateway;

import dev.switchboard.edge.net.NetServer;
import dev.switchboard.providers.price.Prices;
import dev.switchboard.store.Store;
import java.util.UUID;

/**
 * Loads on one processor what the gateway will need, in the order it will, while the configuration is read on another.
 */
public final class Preload {
    private Preload() {}

    /** Returns at once. What cannot be loaded is complained about where it is used. */
    public static void inBackground() {
        Thread.ofPlatform().daemon().name("preload").start(() -> {
            Prices.known();
            Store.preload();
            UUID.randomUUID(); // finds the source of random numbers
            Meters.preload();
            NetServer.preload();
        });
    }
}
