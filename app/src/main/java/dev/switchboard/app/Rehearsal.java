package dev.switchboard.app;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A device that talks to a gateway for a moment, so that the start-up cache the launcher makes of that gateway knows what
 * a first connection and a first message need, and how a message usually goes. Not a command: only the launcher calls it.
 */
final class Rehearsal implements WebSocket.Listener {
    private static final int MESSAGES = 2_000;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** A greeting or a reply has come. */
    private final Semaphore heard = new Semaphore(0);

    private final StringBuilder frame = new StringBuilder();

    private Rehearsal() {}

    /** @param arguments where devices connect, as the gateway prints it */
    public static void main(String[] arguments)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        try (var client = HttpClient.newHttpClient()) {
            try {
                rehearse(client, URI.create(arguments[0]));
            } finally {
                client.shutdownNow(); // closing would wait for the socket
            }
        }
    }

    private static void rehearse(HttpClient client, URI channel)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        var health = URI.create(channel.toString().replaceFirst("^ws", "http")).resolve("/healthz");
        client.send(HttpRequest.newBuilder(health).timeout(PATIENCE).build(), BodyHandlers.discarding());
        var rehearsal = new Rehearsal();
        var socket =
                client.newWebSocketBuilder().buildAsync(channel, rehearsal).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        rehearsal.say(socket, "{\"type\":\"connect\",\"peer_id\":\"rehearsal\",\"capabilities\":[\"text\"]}");
        for (int i = 0; i < MESSAGES; i++) {
            rehearsal.say(
                    socket, "{\"type\":\"message\",\"message_id\":\"%d\",\"text\":\"is anybody there\"}".formatted(i));
        }
    }

    private void say(WebSocket socket, String frame) throws InterruptedException, ExecutionException, TimeoutException {
        socket.sendText(frame, true).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        if (!heard.tryAcquire(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new TimeoutException("no answer to " + frame);
        }
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
        frame.append(part);
        if (last) {
            if (frame.indexOf("\"type\":\"connected\"") >= 0 || frame.indexOf("\"type\":\"message\"") >= 0) {
                heard.release();
            }
            frame.setLength(0);
        }
        socket.request(1);
        return null;
    }
}
