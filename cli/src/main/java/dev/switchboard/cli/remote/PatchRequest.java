package dev.switchboard.cli.remote;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** A {@code PATCH}, which the JDK's old client does not know. Apart, so that its new one is loaded for nothing else. */
final class PatchRequest {
    private PatchRequest() {}

    /** It follows no redirect: the token goes where we were told, and nowhere else. */
    static HttpResponse<byte[]> send(URI url, String token, String body, Duration connect, Duration read)
            throws IOException {
        var request = HttpRequest.newBuilder(url)
                .version(HttpClient.Version.HTTP_1_1)
                .timeout(read)
                .header("Authorization", "Bearer " + token)
                .header("Accept", "application/json")
                .header("Content-Type", "application/json")
                .method("PATCH", BodyPublishers.ofString(body))
                .build();
        try (var client = HttpClient.newBuilder().connectTimeout(connect).build()) {
            return client.send(request, BodyHandlers.ofByteArray());
        } catch (ConnectException e) {
            throw new IOException("Connection refused", e); // it has no words of its own
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }
}
