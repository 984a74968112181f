package dev.switchboard.edge.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures what an idle WebSocket costs. {@code serve} prints its port, and on each line of its input collects garbage
 * and prints its counters and its memory; {@code connect PORT COUNT} opens sockets and holds them until its input ends.
 */
public final class IdleSockets {
    private IdleSockets() {}

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "serve" -> serve();
            case "connect" -> connect(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
            default -> throw new IllegalArgumentException("serve | connect PORT COUNT");
        }
    }

    private static void serve() throws Exception {
        var settings =
                new SocketSettings(Duration.ofSeconds(30), Duration.ofSeconds(30), 1024 * 1024, 1024 * 1024, 1_024);
        var net = NetSettings.of("127.0.0.1", 0).withPreAuth(100_000, 100_000);
        try (var server = NetServer.start(net, _ -> new Response.Upgrade(settings, new Idle()))) {
            System.out.println("port " + server.boundAddress().getPort());
            while (System.in.read() >= 0) {
                System.gc();
                System.gc();
                System.out.println(server.stats() + " rss_kb=" + rss() + " heap_kb=" + heap());
            }
        }
    }

    private static final class Idle implements SocketListener {
        @Override
        public void onOpen(WebSocket socket) {
            socket.authenticated();
        }

        @Override
        public void onText(String text) {}

        @Override
        public void onBinary() {}

        @Override
        public void onClose(int code, String reason) {}
    }

    private static void connect(int port, int count) throws IOException {
        var request = ("GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        var answer = ByteBuffer.allocate(1_024);
        List<SocketChannel> held = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            var channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
            channel.write(ByteBuffer.wrap(request));
            channel.read(answer.clear());
            held.add(channel);
        }
        System.out.println("connected " + held.size());
        while (System.in.read() >= 0) {
            // until the measurement is over
        }
    }

    private static long heap() {
        var runtime = Runtime.getRuntime();
        return (runtime.totalMemory() - runtime.freeMemory()) / 1024;
    }

    private static long rss() throws IOException {
        for (var line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", ""));
            }
        }
        return 0;
    }
}
