package dev.switchboard.app.gateway;

import dev.switchboard.edge.net.NetServer;
import dev.switchboard.store.Store;

/** Loads the native libraries of the gateway on one processor while the configuration is read on another. */
public final class Preload {
    private Preload() {}

    /** Returns at once. What cannot be loaded is complained about where it is used. */
    public static void inBackground() {
        Thread.ofPlatform().daemon().name("preload").start(() -> {
            Store.preload();
            NetServer.preload();
        });
    }
}
