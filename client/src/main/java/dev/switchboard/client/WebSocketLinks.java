package dev.switchboard.client;

import dev.switchboard.client.Notice.NotLetIn;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.WebSocketHandshakeException;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLException;

/** Links over the WebSocket of the JDK. Thread: the client's. */
final class WebSocketLinks implements Link.Opener {
    private final DeviceSettings settings;
    private final HttpClient http;

    WebSocketLinks(DeviceSettings settings) {
        this.settings = settings;
        var builder = HttpClient.newBuilder().connectTimeout(settings.timing().openWithin());
        if (settings.caFile() != null) {
            builder.sslContext(Certificates.trusting(settings.caFile()));
        }
        this.http = builder.build();
    }

    @Override
    public Link open(Link.Events events) {
        var link = new WebSocketLink(events);
        var builder =
                http.newWebSocketBuilder().connectTimeout(settings.timing().openWithin());
        if (settings.token() != null && !settings.tokenInConnect()) {
            builder.header("Authorization", "Bearer " + settings.token());
        }
        builder.buildAsync(settings.url(), link).whenComplete((_, failure) -> {
            if (failure != null) {
                events.notOpened(why(failure));
            }
        });
        return link;
    }

    private NotLetIn why(Throwable failure) {
        return switch (failure) {
            case CompletionException wrapped when wrapped.getCause() != null -> why(wrapped.getCause());
            case WebSocketHandshakeException refused -> {
                int status = refused.getResponse().statusCode();
                yield new NotLetIn(status, sentence(status));
            }
            case ConnectException _ ->
                new NotLetIn(0, "nobody listens at %s — is the gateway running?".formatted(settings.url()));
            case SSLException insecure ->
                new NotLetIn(
                        0,
                        "the certificate of %s is not trusted (%s) — give the file of its authority"
                                .formatted(settings.url().getHost(), insecure.getMessage()));
            case IOException broken ->
                new NotLetIn(
                        0,
                        "cannot reach %s (%s)"
                                .formatted(
                                        settings.url(),
                                        broken.getMessage() == null
                                                ? broken.getClass().getSimpleName()
                                                : broken.getMessage()));
            default -> new NotLetIn(0, "cannot open %s (%s)".formatted(settings.url(), failure));
        };
    }

    private String sentence(int status) {
        return switch (status) {
            case 401 -> "the channel wants its token (401) — give the right one";
            case 403 ->
                "the gateway does not let this device in (403) — the channel is disabled or answers its own machine"
                        + " only without a token";
            case 404 -> "there is no such channel (404) — look at the end of " + settings.url();
            case 502, 503, 504 -> "the gateway is not there behind its proxy (%d)".formatted(status);
            default -> "%s is no terminal channel (%d)".formatted(settings.url(), status);
        };
    }
}
