package dev.switchboard.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How long processes take from their start until they take a connection, and until the gateway has answered its first
 * request, both sorted. The first start of each kind only warms the disk.
 */
record Starts(List<Long> accepted, List<Long> answered) {
    /** What the launcher gives the gateway's JVM, without its cache. */
    private static final List<String> OPTIONS = List.of(
            "-XX:+UseSerialGC",
            "-XX:+UseCompactObjectHeaders",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");

    static Starts gateway(Path launcher, Path folder, int starts, boolean aot) {
        var accepted = new ArrayList<Long>();
        var answered = new ArrayList<Long>();
        for (int i = 0; i <= starts; i++) {
            try (var gateway = GatewayUnderTest.start(launcher, folder, "start-up", aot)) {
                if (i > 0) {
                    accepted.add(gateway.startUp().accepted().toMillis());
                    answered.add(gateway.startUp().answered().toMillis());
                }
            }
        }
        return new Starts(
                accepted.stream().sorted().toList(), answered.stream().sorted().toList());
    }

    /** Until it says its port, which it does when it listens. */
    static List<Long> bareNetty(Path folder, int starts) {
        var millis = new ArrayList<Long>();
        for (int i = 0; i <= starts; i++) {
            long from = System.nanoTime();
            try (var echo = Child.java(OPTIONS, EchoServer.class, folder, "netty")) {
                echo.firstLine();
                if (i > 0) {
                    millis.add((System.nanoTime() - from) / 1_000_000);
                }
            }
        }
        return millis.stream().sorted().toList();
    }

    static long median(List<Long> sorted) {
        return sorted.get(sorted.size() / 2);
    }
}
