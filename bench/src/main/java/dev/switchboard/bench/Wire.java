package dev.switchboard.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.LongAdder;

/** Stands between a browser and the gateway and counts what the browser is sent, whoever in it asked: headers and all. */
final class Wire implements AutoCloseable {
    private final ServerSocket listener;
    private final int gateway;
    private final LongAdder received = new LongAdder();

    private Wire(ServerSocket listener, int gateway) {
        this.listener = listener;
        this.gateway = gateway;
    }

    static Wire to(int gateway) {
        try {
            var wire = new Wire(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), gateway);
            Thread.ofVirtual().start(wire::accept);
            return wire;
        } catch (IOException e) {
            throw new MeasureException("no free port", e);
        }
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Bytes so far. */
    long received() {
        return received.sum();
    }

    private void accept() {
        try {
            while (true) {
                var browser = listener.accept();
                var there = new Socket();
                there.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), gateway));
                Thread.ofVirtual().start(() -> copy(browser, there, new LongAdder()));
                Thread.ofVirtual().start(() -> copy(there, browser, received));
            }
        } catch (IOException e) {
            // closed: it is over
        }
    }

    private static void copy(Socket from, Socket to, LongAdder count) {
        var bytes = new byte[16 * 1024];
        try (from;
                to) {
            for (int read = from.getInputStream().read(bytes);
                    read >= 0;
                    read = from.getInputStream().read(bytes)) {
                count.add(read);
                to.getOutputStream().write(bytes, 0, read);
            }
        } catch (IOException e) {
            // either side has left: so does the other
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new MeasureException("the wire could not be cut", e);
        }
    }
}
