package dev.switchboard.providers.vendor;

import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.http.client.sse.ServerSentEventContext;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import dev.langchain4j.http.client.sse.ServerSentEventParsingHandle;
import dev.switchboard.providers.Http;
import dev.switchboard.providers.ModelSettings;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

/**
 * The HTTP under the library: streams on the thread that asked, which is what makes an answer abortable at any moment.
 *
 * <p>The library's own client answers on a thread of its own and hands out its cancel handle with the first token.
 * Here {@code execute} returns when the stream is over, the listener is called by the reader itself, and an interrupt,
 * a time limit or a failing listener closes the connection on the way out.
 */
final class StreamingHttp implements HttpClient {
    private static final int MOST_ERROR_BYTES = 16 << 10;

    /** We abort by leaving; the library need not. */
    private static final ServerSentEventContext CONTEXT =
            new ServerSentEventContext(new ServerSentEventParsingHandle() {
                @Override
                public void cancel() {
                    throw new UnsupportedOperationException("interrupt the calling thread");
                }

                @Override
                public boolean isCancelled() {
                    return false;
                }
            });

    private final ModelSettings settings;
    private final Vendor vendor;

    StreamingHttp(ModelSettings settings, Vendor vendor) {
        this.settings = settings;
        this.vendor = vendor;
    }

    /** The library insists on a builder, and on telling it time limits that are not ours. */
    HttpClientBuilder asBuilder() {
        return new HttpClientBuilder() {
            @Override
            public Duration connectTimeout() {
                return settings.limits().connect();
            }

            @Override
            public HttpClientBuilder connectTimeout(Duration timeout) {
                return this;
            }

            @Override
            public Duration readTimeout() {
                return settings.limits().betweenTokens();
            }

            @Override
            public HttpClientBuilder readTimeout(Duration timeout) {
                return this;
            }

            @Override
            public HttpClient build() {
                return StreamingHttp.this;
            }
        };
    }

    @Override
    public SuccessfulHttpResponse execute(HttpRequest request) {
        throw new UnsupportedOperationException("answers are always streamed");
    }

    /** The parser is not used: reading the stream is ours. */
    @Override
    public void execute(HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
        Attempt attempt = Attempt.CURRENT.get();
        try (var exchange =
                new Exchange(Http.client(settings.limits().connect()), toJdk(request), attempt.patience())) {
            HttpResponse<BodyChunks> response = exchange.response();
            BodyStream body = exchange.body();
            if (response.statusCode() / 100 != 2) {
                throw new CallBroken(refusal(response, body));
            }
            attempt.opened(contentType(response));
            listener.onOpen(SuccessfulHttpResponse.builder()
                    .statusCode(response.statusCode())
                    .headers(response.headers().map())
                    .build());
            read(body, attempt, listener);
            exchange.finish();
            attempt.closed(body.isEmpty());
            listener.onClose();
        }
    }

    private void read(BodyStream body, Attempt attempt, ServerSentEventListener listener) {
        EventReader reader = vendor.reader(body);
        try {
            ServerSentEvent event;
            while ((event = reader.next()) != null) {
                Mark mark = vendor.mark(event);
                attempt.event(mark);
                refuseTold(event);
                hand(vendor.adapt(event, attempt), attempt, listener);
                attempt.check();
                if (mark == Mark.LAST) {
                    return;
                }
            }
        } catch (IOException e) {
            if (!attempt.hasEnded()) {
                throw new CallBroken(new Trouble.Cut("the connection was cut"));
            }
        }
    }

    /** The library overlooks errors in the middle of some vendors' streams. */
    private void refuseTold(ServerSentEvent event) {
        VendorWords words = VendorWords.ofEvent(event.data(), settings.apiKey());
        if (words != null) {
            throw new CallBroken(new Trouble.ToldInStream(words.sentence(), words.passing()));
        }
    }

    private static void hand(ServerSentEvent event, Attempt attempt, ServerSentEventListener listener) {
        try {
            listener.onEvent(event, CONTEXT);
        } catch (RuntimeException e) {
            // Not logged: the parser's complaint quotes what the model said.
            attempt.unreadable();
        }
    }

    private Trouble refusal(HttpResponse<BodyChunks> response, BodyStream body) {
        String text;
        try {
            text = new String(body.readNBytes(MOST_ERROR_BYTES), StandardCharsets.UTF_8);
        } catch (IOException e) {
            text = "";
        }
        return new Trouble.Status(
                response.statusCode(),
                VendorWords.ofBody(text, settings.apiKey()).sentence(),
                response.headers().firstValue("retry-after").orElse(null));
    }

    private static String contentType(HttpResponse<?> response) {
        return response.headers().firstValue("content-type").orElse("no content type");
    }

    private static java.net.http.HttpRequest toJdk(HttpRequest request) {
        var builder =
                Http.request(request.url()).method(request.method().name(), BodyPublishers.ofString(request.body()));
        request.headers().forEach((name, values) -> {
            if (!name.toLowerCase(Locale.ROOT).equals("user-agent")) {
                values.forEach(value -> builder.header(name, value));
            }
        });
        return builder.build();
    }
}
