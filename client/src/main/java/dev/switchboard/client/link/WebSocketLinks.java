package dev.switchboard.client.link;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocketHandshakeException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.function.IntFunction;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Links over the WebSocket of the JDK. Thread: the client's. */
public final class WebSocketLinks implements Link.Opener {
    private final URI url;
    private final @Nullable String bearer;
    private final Duration openWithin;
    private final IntFunction<String> refusals;
    private final HttpClient http;

    /**
     * @param bearer a token for the {@code Authorization} header
     * @param caFile certificates in PEM that are trusted instead of the system's
     * @param refusals what an HTTP status means here, in words
     * @throws IllegalArgumentException if there are no certificates in the file
     */
    public WebSocketLinks(
            URI url,
            @Nullable String bearer,
            @Nullable Path caFile,
            Duration openWithin,
            IntFunction<String> refusals) {
        this.url = url;
        this.bearer = bearer;
        this.openWithin = openWithin;
        this.refusals = refusals;
        var builder = HttpClient.newBuilder().connectTimeout(openWithin);
        if (caFile != null) {
            builder.sslContext(Certificates.trusting(caFile));
        }
        this.http = builder.build();
    }

    @Override
    public Link open(Link.Events events) {
        return open(url, events);
    }

    /** @param at where a client comes back to that says in the address what it has seen */
    public Link open(URI at, Link.Events events) {
        var link = new WebSocketLink(events);
        var builder = http.newWebSocketBuilder().connectTimeout(openWithin);
        if (bearer != null) {
            builder.header("Authorization", "Bearer " + bearer);
        }
        builder.buildAsync(at, link).whenComplete((_, failure) -> {
            if (failure != null) {
                tell(failure, events);
            }
        });
        return link;
    }

    private void tell(Throwable failure, Link.Events events) {
        switch (failure) {
            case CompletionException wrapped when wrapped.getCause() != null -> tell(wrapped.getCause(), events);
            case WebSocketHandshakeException refused -> {
                int status = refused.getResponse().statusCode();
                events.notOpened(status, refusals.apply(status));
            }
            case ConnectException _ ->
                events.notOpened(0, "nobody listens at %s — is the gateway running?".formatted(url));
            case SSLException insecure ->
                events.notOpened(
                        0,
                        "the certificate of %s is not trusted (%s) — give the file of its authority"
                                .formatted(url.getHost(), insecure.getMessage()));
            case IOException broken ->
                events.notOpened(
                        0,
                        "cannot reach %s (%s)"
                                .formatted(
                                        url,
                                        broken.getMessage() == null
                                                ? broken.getClass().getSimpleName()
                                                : broken.getMessage()));
            default -> events.notOpened(0, "cannot open %s (%s)".formatted(url, failure));
        }
    }
}
