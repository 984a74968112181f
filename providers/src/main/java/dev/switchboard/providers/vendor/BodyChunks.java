package dev.switchboard.providers.vendor;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A response body on its way from the network's threads to the one that reads: a bounded queue with a wait that ends.
 *
 * <p>Threads: the network's call {@code on…}; {@code next} is called by the reader; {@code abort} may come from
 * anywhere, also before there is a body, and closes the connection.
 */
final class BodyChunks implements BodySubscriber<BodyChunks> {
    /** How many pieces of at most 16 KiB may wait; the network reads on as they are taken. */
    private static final int DEMAND = 8;

    private static final Duration DRAIN = Duration.ofSeconds(2);

    sealed interface Piece {
        record Bytes(List<ByteBuffer> buffers) implements Piece {}

        record End() implements Piece {}

        record Broken(Throwable cause) implements Piece {}
    }

    /** Never full: no more than DEMAND pieces are asked for, and one end comes after them. */
    private final BlockingQueue<Piece> queue = new ArrayBlockingQueue<>(DEMAND + 1);

    private @Nullable Subscription subscription;
    private boolean aborted;

    @Override
    public CompletionStage<BodyChunks> getBody() {
        return CompletableFuture.completedStage(this);
    }

    @Override
    public synchronized void onSubscribe(Subscription newSubscription) {
        if (aborted || subscription != null) {
            newSubscription.cancel();
            return;
        }
        subscription = newSubscription;
        newSubscription.request(DEMAND);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        queue.add(new Piece.Bytes(buffers));
    }

    @Override
    public void onError(Throwable cause) {
        queue.offer(new Piece.Broken(cause));
    }

    @Override
    public void onComplete() {
        queue.offer(new Piece.End());
    }

    /** The next bytes; null at the end of the body. */
    @Nullable
    List<ByteBuffer> next(Patience patience) throws IOException {
        Piece piece;
        try {
            piece = queue.poll(patience.nanosLeft(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            throw new CallInterrupted();
        }
        return switch (piece) {
            case null -> throw new CallBroken(patience.exhausted());
            case Piece.Bytes(var buffers) -> {
                askForMore();
                yield buffers;
            }
            case Piece.End _ -> null;
            case Piece.Broken(var cause) -> throw new IOException("the stream was cut", cause);
        };
    }

    /** Reads what is left, for a moment, then gives up on it. */
    void drain() {
        try {
            long end = System.nanoTime() + DRAIN.toNanos();
            Piece piece;
            do {
                piece = queue.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                askForMore();
            } while (piece instanceof Piece.Bytes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        abort();
    }

    private synchronized void askForMore() {
        if (subscription != null) {
            subscription.request(1);
        }
    }

    synchronized void abort() {
        aborted = true;
        if (subscription != null) {
            subscription.cancel();
        }
    }
}
