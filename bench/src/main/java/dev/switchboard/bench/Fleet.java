package dev.switchboard.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Many devices on one thread. They connect a few at a time, say who they are, answer pings and hand everything else to
 * a listener.
 *
 * <p>Thread: the fleet's own reads; {@code send} from one other thread or from the listener.
 */
final class Fleet implements AutoCloseable {
    /** Below what a gateway allows a single address to have open without a greeting. */
    private static final int CONNECTING_AT_ONCE = 128;

    /** Hears the text frames after the greeting. Thread: the fleet's. */
    interface Listener {
        void onText(int device, byte[] bytes, int from, int to, long now);
    }

    private enum State {
        UPGRADING,
        GREETING,
        OPEN
    }

    private static final class Device {
        private final int number;
        private final SocketChannel channel;
        private State state = State.UPGRADING;
        /** The beginning of a frame whose rest has not come. */
        private byte @Nullable [] partial;

        private Device(int number, SocketChannel channel) {
            this.number = number;
            this.channel = channel;
        }
    }

    private final InetSocketAddress address;
    private final String path;
    private final @Nullable String peers;
    private final Listener listener;
    private final Selector selector;
    private final Thread thread;
    private final ByteBuffer input = ByteBuffer.allocate(512 * 1024);
    private final List<Device> devices = new ArrayList<>();
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private volatile int wanted;
    private volatile @Nullable CountDownLatch opening;
    private volatile boolean stopped;
    private volatile @Nullable String trouble;
    private int connecting;

    /**
     * @param peers how the peers' names begin; null for an echo, which is greeted by nobody
     */
    Fleet(int port, String path, @Nullable String peers, Listener listener) {
        this.address = new InetSocketAddress("127.0.0.1", port);
        this.path = path;
        this.peers = peers;
        this.listener = listener;
        try {
            this.selector = Selector.open();
        } catch (IOException e) {
            throw new MeasureException("no selector", e);
        }
        this.thread = Thread.ofPlatform().name("fleet").daemon().start(this::loop);
    }

    /** Returns when there are that many devices, all greeted. */
    void grow(int count, long patienceSeconds) {
        int more = count - wanted;
        var latch = new CountDownLatch(more);
        opening = latch;
        wanted = count;
        selector.wakeup();
        try {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(patienceSeconds);
            while (!latch.await(100, TimeUnit.MILLISECONDS)) {
                check();
                if (System.nanoTime() - deadline > 0) {
                    throw new MeasureException("%d of %d devices did not get in within %d s"
                            .formatted(latch.getCount(), more, patienceSeconds));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MeasureException("interrupted", e);
        }
    }

    /** Has something done on the fleet's thread. */
    void later(Runnable task) {
        tasks.add(task);
        selector.wakeup();
    }

    void check() {
        var why = trouble;
        if (why != null) {
            throw new MeasureException(why);
        }
    }

    void send(int device, ByteBuffer frame) {
        write(devices.get(device), frame);
    }

    private void write(Device device, ByteBuffer frame) {
        try {
            device.channel.write(frame);
        } catch (IOException e) {
            trouble = "device %d cannot write: %s".formatted(device.number, e.getMessage());
            return;
        }
        if (frame.hasRemaining()) {
            trouble = "the gateway does not read: a frame of device %d did not fit".formatted(device.number);
        }
    }

    private void loop() {
        try {
            while (!stopped) {
                while (connecting < CONNECTING_AT_ONCE && devices.size() < wanted) {
                    connect();
                }
                for (Runnable task; (task = tasks.poll()) != null; ) {
                    task.run();
                }
                selector.select(this::ready);
            }
        } catch (IOException | RuntimeException e) {
            if (!stopped) {
                trouble = "the devices' thread failed: " + e;
            }
        }
    }

    private void connect() throws IOException {
        var channel = SocketChannel.open();
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        var device = new Device(devices.size(), channel);
        devices.add(device);
        connecting++;
        boolean now = channel.connect(address);
        channel.register(selector, now ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, device);
        if (now) {
            upgrade(device);
        }
    }

    private void upgrade(Device device) {
        var request = """
            GET %s HTTP/1.1\r
            Host: 127.0.0.1:%d\r
            Upgrade: websocket\r
            Connection: Upgrade\r
            Sec-WebSocket-Version: 13\r
            Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r
            \r
            """.formatted(path, address.getPort());
        write(device, ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
    }

    private void ready(SelectionKey key) {
        var device = (Device) key.attachment();
        try {
            if (key.isConnectable()) {
                device.channel.finishConnect();
                key.interestOps(SelectionKey.OP_READ);
                upgrade(device);
            } else {
                read(device);
            }
        } catch (IOException e) {
            lost(key, device, String.valueOf(e.getMessage()));
        }
    }

    private void read(Device device) throws IOException {
        input.clear();
        if (device.partial != null) {
            input.put(device.partial);
            device.partial = null;
        }
        if (device.channel.read(input) < 0) {
            throw new IOException("the gateway closed the connection");
        }
        long now = System.nanoTime();
        input.flip();
        if (device.state == State.UPGRADING && !upgraded(device)) {
            keep(device);
            return;
        }
        while (frame(device, now)) {
            // one after the other
        }
        keep(device);
    }

    private void keep(Device device) {
        if (input.hasRemaining()) {
            device.partial = Arrays.copyOfRange(input.array(), input.position(), input.limit());
        }
    }

    private boolean upgraded(Device device) throws IOException {
        var bytes = input.array();
        for (int i = input.position(); i + 4 <= input.limit(); i++) {
            if (bytes[i] == '\r' && bytes[i + 1] == '\n' && bytes[i + 2] == '\r' && bytes[i + 3] == '\n') {
                var head = new String(bytes, 0, i, StandardCharsets.US_ASCII);
                if (!head.startsWith("HTTP/1.1 101")) {
                    throw new IOException(
                            "no upgrade: " + head.lines().findFirst().orElse(""));
                }
                input.position(i + 4);
                if (peers == null) {
                    opened(device);
                } else {
                    device.state = State.GREETING;
                    write(device, Frames.connect(peers + device.number));
                }
                return true;
            }
        }
        return false;
    }

    private void opened(Device device) {
        device.state = State.OPEN;
        connecting--;
        var latch = opening;
        if (latch != null) {
            latch.countDown();
        }
    }

    /** Takes one whole frame; false if there is none. */
    private boolean frame(Device device, long now) throws IOException {
        if (input.remaining() < 2) {
            return false;
        }
        int start = input.position();
        int opcode = input.get(start) & 0x0f;
        int length = input.get(start + 1) & 0x7f;
        int head = 2;
        if (length == 126) {
            if (input.remaining() < 4) {
                return false;
            }
            length = input.getShort(start + 2) & 0xffff;
            head = 4;
        }
        if (input.remaining() < head + length) {
            return false;
        }
        input.position(start + head + length);
        switch (opcode) {
            case Frames.TEXT -> text(device, start + head, start + head + length, now);
            case Frames.PING -> write(device, Frames.client(Frames.PONG, new byte[0]));
            case Frames.CLOSE -> throw new IOException("the gateway said goodbye");
            default -> {}
        }
        return true;
    }

    private void text(Device device, int from, int to, long now) throws IOException {
        if (device.state == State.GREETING) {
            var greeting = new String(input.array(), from, to - from, StandardCharsets.UTF_8);
            if (!greeting.contains("\"connected\"")) {
                throw new IOException("no greeting: " + greeting);
            }
            opened(device);
        } else {
            listener.onText(device.number, input.array(), from, to, now);
        }
    }

    private void lost(SelectionKey key, Device device, String why) {
        key.cancel();
        if (!stopped) {
            trouble = "device %d was lost: %s".formatted(device.number, why);
        }
    }

    /** Leaves no ports behind in TIME_WAIT. */
    @Override
    public void close() {
        stopped = true;
        selector.wakeup();
        try {
            thread.join(1_000);
            for (var device : devices) {
                device.channel.setOption(StandardSocketOptions.SO_LINGER, 0);
                device.channel.close();
            }
            selector.close();
        } catch (IOException e) {
            throw new MeasureException("the devices could not be closed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
