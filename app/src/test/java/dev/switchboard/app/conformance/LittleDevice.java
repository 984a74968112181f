package dev.switchboard.app.conformance;

import dev.switchboard.app.conformance.device.DeviceSettings;
import dev.switchboard.testkit.Device;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** A device with an endless supply of texts, which does all that the client guide says but for one thing, or nothing. */
final class LittleDevice {
    enum Fault {
        NONE,
        MESSAGE_BEFORE_CONNECT,
        ONE_ID_FOR_ALL,
        NO_RECONNECT,
        NO_DELAY,
        EVEN_DELAYS,
        ANOTHER_PEER_EACH_TIME,
        NO_PING,
        /** Not a fault: the guide's ping is a frame, but WebSocket's own does as well. */
        WEBSOCKET_PINGS,
        CLOSES_ON_ERROR,
        SAME_ID_AFTER_ERROR,
        NEW_ID_AFTER_REFUSAL,
        FORGETS_WHAT_WAS_CUT,
        DOES_NOT_WAIT,
        REPEATS_A_CACHED_REPLY,
        REPEATS_WHILE_PENDING,
        CHOKES_ON_UNKNOWN_FRAMES,
        SENDS_BINARY,
        TRIES_REST
    }

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Fault fault;
    private final URI url;
    private final DeviceSettings told;
    private final Thread thread;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private Duration backoff;
    private int connections;
    private int counter;
    private int texts;
    private boolean begun;
    private boolean repeated;
    private long pingedAt;

    LittleDevice(Fault fault, URI url, DeviceSettings told) {
        this.fault = fault;
        this.url = url;
        this.told = told;
        this.backoff = told.backoffStart();
        this.thread = Thread.ofVirtual().name("little device").start(this::live);
    }

    void stop() throws InterruptedException {
        stopped.countDown();
        thread.join(Duration.ofSeconds(60));
    }

    private void live() {
        try {
            do {
                attempt();
            } while (fault != Fault.NO_RECONNECT && !stopped.await(delay().toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException | IOException e) {
            throw new AssertionError(e);
        }
    }

    private void attempt() throws InterruptedException, IOException {
        try {
            var device = Device.open(url);
            try {
                talk(device);
            } finally {
                device.cut(); // a goodbye to someone who has gone may take long
            }
        } catch (CompletionException failed) {
            // refused, or gone while it was sending: either way it tries again
        }
    }

    private Duration delay() {
        var delay = backoff;
        backoff = delay.multipliedBy(2);
        return switch (fault) {
            case NO_DELAY -> Duration.ofMillis(1);
            case EVEN_DELAYS -> told.backoffStart();
            default -> delay;
        };
    }

    private void talk(Device device) throws InterruptedException, IOException {
        connections++;
        if (fault == Fault.MESSAGE_BEFORE_CONNECT) {
            device.message("early", "I cannot wait");
        }
        var peer = fault == Fault.ANOTHER_PEER_EACH_TIME ? "little-" + connections : "little";
        device.send("{\"type\":\"connect\",\"peer_id\":\"%s\",\"capabilities\":[\"text\"]}".formatted(peer));
        pingedAt = System.nanoTime();
        while (stopped.getCount() > 0) {
            var frame = device.next(Duration.ofMillis(20));
            if (frame == null ? isGone(device) : !hear(device, frame)) {
                return;
            }
            ping(device);
        }
    }

    /**
     * While it only reads, the JDK's client does not always notice a cut. A pong that nobody asked for is allowed, counts
     * as nothing, and fails on a connection that is gone.
     */
    private static boolean isGone(Device device) {
        return device.isClosed()
                || device.socket()
                        .sendPong(ByteBuffer.allocate(0))
                        .handle((_, failure) -> failure != null)
                        .join();
    }

    private void ping(Device device) {
        if (fault != Fault.NO_PING
                && System.nanoTime() - pingedAt > told.heartbeat().toNanos()) {
            pingedAt = System.nanoTime();
            if (fault == Fault.WEBSOCKET_PINGS) {
                device.socket().sendPing(ByteBuffer.allocate(0)).join();
            } else {
                device.send("{\"type\":\"ping\"}");
            }
        }
    }

    /** False if it wants to leave. */
    private boolean hear(Device device, JsonNode frame) throws InterruptedException, IOException {
        switch (frame.get("type").stringValue()) {
            case "connected" -> {
                backoff = told.backoffStart();
                if (!begun || fault == Fault.FORGETS_WHAT_WAS_CUT) {
                    think();
                }
                say(device);
                oddities(device);
            }
            case "ack" -> acknowledged(device, frame);
            case "message" -> {
                if (id().equals(frame.get("message_id").stringValue())) {
                    think();
                    say(device);
                }
            }
            case "error" -> {
                if (id().equals(frame.path("message_id").asString(""))) {
                    counter += fault == Fault.SAME_ID_AFTER_ERROR ? 0 : 1;
                    if (fault == Fault.CLOSES_ON_ERROR) {
                        return false;
                    }
                    say(device);
                }
            }
            case "pong" -> {}
            default -> {
                return fault != Fault.CHOKES_ON_UNKNOWN_FRAMES;
            }
        }
        return true;
    }

    private void acknowledged(Device device, JsonNode ack) {
        if (ack.has("error")) {
            counter += fault == Fault.NEW_ID_AFTER_REFUSAL ? 1 : 0;
            say(device);
        } else if (ack.has("reply")) {
            if (fault == Fault.REPEATS_A_CACHED_REPLY && !repeated) {
                repeated = true;
            } else {
                think();
            }
            say(device);
        } else if (fault == Fault.DOES_NOT_WAIT) {
            think();
            say(device);
        } else if (fault == Fault.REPEATS_WHILE_PENDING && ack.has("pending") && !repeated) {
            repeated = true;
            say(device);
        }
    }

    private void oddities(Device device) throws InterruptedException, IOException {
        if (fault == Fault.SENDS_BINARY) {
            device.socket().sendBinary(ByteBuffer.allocate(3), true).join();
        }
        if (fault == Fault.TRIES_REST) {
            var chat = URI.create("http://%s/api/chat".formatted(url.getAuthority()));
            HTTP.send(HttpRequest.newBuilder(chat).build(), HttpResponse.BodyHandlers.discarding());
        }
    }

    /** The person has another text. */
    private void think() {
        texts++;
        counter++;
        begun = true;
    }

    private void say(Device device) {
        device.message(id(), "text number " + texts);
    }

    private String id() {
        return fault == Fault.ONE_ID_FOR_ALL ? "little-1" : "little-%06d".formatted(counter);
    }
}
