package dev.switchboard.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A port of this machine that nobody listens on, for a server that cannot be told to take any. It is none of those that
 * the kernel gives to whoever asks for any, so that nobody is given it in the meantime.
 */
public final class FreePort {
    private static final int FIRST = 10_240;
    private static final int BEYOND = 32_000;
    private static final int TRIES = 100;

    private FreePort() {}

    public static int pick() {
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, BEYOND);
            try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return port;
            } catch (IOException _) {
                // Somebody has it.
            }
        }
        throw new AssertionError("no port is free between %d and %d".formatted(FIRST, BEYOND));
    }
}
