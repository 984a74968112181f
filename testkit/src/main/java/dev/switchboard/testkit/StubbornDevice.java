package dev.switchboard.testkit;

import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/**
 * Sends one message after the other and does not let go: it comes back after every cut and sends what is unanswered
 * again under the same id, as a real device does. It remembers all it was told, and complains of what it should never
 * have been told.
 *
 * <p>Thread: a virtual one of its own; what it remembers may be read from anywhere.
 */
public final class StubbornDevice implements AutoCloseable {
    private static final Duration BEFORE_COMING_BACK = Duration.ofMillis(20);
    private static final Duration BEFORE_SENDING_AGAIN = Duration.ofSeconds(3);

    /** An answer as the device saw it, by a {@code message} or in the ack of a duplicate. */
    public record Answer(String text, String runId, String finishReason) {}

    private final String peerId;
    private final Supplier<URI> gateway;
    private final IntFunction<String> texts;
    private final int window;
    private final Map<String, String> sent = new ConcurrentHashMap<>();
    private final Set<String> accepted = ConcurrentHashMap.newKeySet();
    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final Map<String, String> unanswered = new LinkedHashMap<>();
    private final Thread thread;
    private volatile boolean enough;
    private volatile boolean gone;

    /**
     * @param gateway where it is now; asked before each connection
     * @param texts the n-th message
     * @param window how many messages may be unanswered at once
     */
    public StubbornDevice(String peerId, Supplier<URI> gateway, IntFunction<String> texts, int window) {
        this.peerId = peerId;
        this.gateway = gateway;
        this.texts = texts;
        this.window = window;
        this.thread = Thread.ofVirtual().name("device " + peerId).start(this::live);
    }

    public String peerId() {
        return peerId;
    }

    /** Every message it sent, by id. */
    public Map<String, String> sent() {
        return sent;
    }

    /** Ids of which an ack said that they are on disk. */
    public Set<String> acknowledged() {
        return acknowledged;
    }

    public Map<String, Answer> answers() {
        return answers;
    }

    /** What no gateway should ever do. */
    public List<String> complaints() {
        return complaints;
    }

    /** Sends nothing new; what is unanswered is still asked for. */
    public void sendNoMore() {
        enough = true;
    }

    /** Waits until it has an answer to everything. */
    public boolean awaitAllAnswered(Duration patience) throws InterruptedException {
        sendNoMore();
        return thread.join(patience);
    }

    /** How far it is, for who wonders why it does not go on. */
    @Override
    public String toString() {
        return "%s: %d sent, %d acknowledged, %d answered, complaints %s"
                .formatted(peerId, sent.size(), acknowledged.size(), answers.size(), complaints);
    }

    @Override
    public void close() {
        gone = true;
        thread.interrupt();
    }

    private void live() {
        while (!gone && !(enough && unanswered.isEmpty())) {
            try {
                try (var device = Device.open(gateway.get())) {
                    talk(device);
                } catch (CompletionException _) {
                    Thread.sleep(BEFORE_COMING_BACK);
                }
            } catch (InterruptedException _) {
                return;
            } catch (RuntimeException e) {
                complaints.add("it could not go on: " + e);
                return;
            }
        }
    }

    private void talk(Device device) throws InterruptedException {
        device.send("{\"type\":\"connect\",\"peer_id\":\"%s\"}".formatted(peerId));
        if (device.next(BEFORE_SENDING_AGAIN) == null) {
            return;
        }
        unanswered.forEach(device::message);
        var firstSentHere = new HashSet<String>();
        while (!gone && !(enough && unanswered.isEmpty())) {
            while (!enough && unanswered.size() < window) {
                var n = sent.size() + 1;
                var id = "%s-%06d".formatted(peerId, n);
                var text = texts.apply(n);
                // Remembered before it is sent: the gateway may have it even if sending fails.
                sent.put(id, text);
                unanswered.put(id, text);
                firstSentHere.add(id);
                device.message(id, text);
            }
            var frame = device.next(BEFORE_SENDING_AGAIN);
            if (frame != null) {
                hear(frame, firstSentHere);
            } else if (device.isClosed()) {
                return;
            } else {
                unanswered.forEach(device::message);
            }
        }
    }

    private void hear(JsonNode frame, Set<String> firstSentHere) {
        var type = frame.path("type").stringValue("");
        var id = frame.path("message_id").stringValue("");
        switch (type) {
            case "ack" -> acknowledged(id, frame);
            case "message" -> {
                if (firstSentHere.contains(id) && !acknowledged.contains(id)) {
                    complaints.add("answered before it was acknowledged: " + frame);
                }
                answered(id, frame.path("text").stringValue(""), frame);
            }
            default -> complaints.add("unexpected frame: " + frame);
        }
    }

    private void acknowledged(String id, JsonNode ack) {
        if (!sent.containsKey(id)) {
            complaints.add("ack of a message never sent: " + ack);
        } else if (ack.path("accepted").booleanValue(false)) {
            if (!accepted.add(id) || !acknowledged.add(id)) {
                complaints.add("accepted as new though it was acknowledged before: " + ack);
            }
        } else if (ack.path("duplicate").booleanValue(false)) {
            acknowledged.add(id);
            if (ack.has("code")) {
                complaints.add("the text kept is not the text sent: " + ack);
            }
            if (ack.has("reply")) {
                answered(id, ack.path("reply").stringValue(""), ack);
            }
        } else if (acknowledged.contains(id)) {
            complaints.add("refused though it was acknowledged before: " + ack);
        }
    }

    private void answered(String id, String text, JsonNode frame) {
        var answer = new Answer(
                text,
                frame.path("run_id").stringValue(""),
                frame.path("finish_reason").stringValue(""));
        var before = answers.put(id, answer);
        if (before != null && !before.equals(answer)) {
            complaints.add("two different answers to %s: %s and %s".formatted(id, before, answer));
        }
        unanswered.remove(id);
    }
}
