package dev.switchboard.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Says every byte back, and remembers how each of its connections ended. */
final class EchoServer implements AutoCloseable {
    /** How a connection ended: in order or not, and after how many bytes. */
    record End(boolean inOrder, int bytes) {}

    private final ServerSocket listener;
    private final BlockingQueue<End> ends = new LinkedBlockingQueue<>();
    private final Thread acceptor;

    EchoServer() throws IOException {
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        acceptor = Thread.ofVirtual().start(this::accept);
    }

    InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    BlockingQueue<End> ends() {
        return ends;
    }

    /** Returns when nobody is let in any more; until its thread has noticed, one might still be. */
    @Override
    public void close() throws IOException {
        listener.close();
        try {
            acceptor.join();
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    private void accept() {
        try {
            while (true) {
                var socket = listener.accept();
                Thread.ofVirtual().start(() -> echo(socket));
            }
        } catch (IOException _) {
            // closed
        }
    }

    private void echo(Socket socket) {
        int bytes = 0;
        try (socket) {
            var buffer = new byte[8_192];
            for (int read = socket.getInputStream().read(buffer);
                    read >= 0;
                    read = socket.getInputStream().read(buffer)) {
                bytes += read;
                socket.getOutputStream().write(buffer, 0, read);
            }
            ends.add(new End(true, bytes));
        } catch (IOException _) {
            ends.add(new End(false, bytes));
        }
    }
}
