package dev.switchboard.providers;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/** The HTTP clients of this module: one for each time limit, as each owns a selector thread. */
public final class Http {
    private static final Map<Duration, HttpClient> CLIENTS = new ConcurrentHashMap<>();

    private Http() {}

    public static HttpClient client(Duration connectLimit) {
        return CLIENTS.computeIfAbsent(connectLimit, limit -> HttpClient.newBuilder()
                .connectTimeout(limit)
                .executor(Executors.newVirtualThreadPerTaskExecutor())
                .build());
    }

    public static HttpRequest.Builder request(String url) {
        URI uri = URI.create(url);
        return HttpRequest.newBuilder(uri)
                // Without TLS the client would ask each server to upgrade to HTTP/2, which small local ones trip over.
                .version("http".equals(uri.getScheme()) ? HttpClient.Version.HTTP_1_1 : HttpClient.Version.HTTP_2)
                .header("User-Agent", "switchboard");
    }
}
