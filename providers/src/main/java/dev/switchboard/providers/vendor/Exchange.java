package dev.switchboard.providers.vendor;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One request in flight. Closing it before its end closes the connection, at whatever stage it is. */
final class Exchange implements AutoCloseable {
    private final BodyChunks chunks = new BodyChunks();
    private final CompletableFuture<HttpResponse<BodyChunks>> future;
    private final Patience patience;
    private boolean finished;

    Exchange(HttpClient client, HttpRequest request, Patience patience) {
        this.patience = patience;
        this.future = client.sendAsync(request, _ -> chunks);
    }

    /** Waits for the head of the response. */
    HttpResponse<BodyChunks> response() {
        try {
            return future.get(patience.nanosLeft(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            throw new CallInterrupted();
        } catch (TimeoutException e) {
            throw new CallBroken(patience.exhausted());
        } catch (ExecutionException e) {
            IOException cause = e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
            throw new CallBroken(new Trouble.Unreachable(cause, cause instanceof HttpConnectTimeoutException));
        }
    }

    BodyStream body() {
        return new BodyStream(chunks, patience);
    }

    /** All of interest was read: the little that may follow is let through, so that the connection can be used again. */
    void finish() {
        finished = true;
        Thread.ofVirtual().name("model-body-drain").start(chunks::drain);
    }

    @Override
    public void close() {
        if (!finished) {
            chunks.abort();
            future.cancel(true);
        }
    }
}
