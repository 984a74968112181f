package dev.switchboard.providers.vendor;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What may go wrong with one try at a request. */
sealed interface Trouble {

    /** No connection, or none that brought an answer. */
    record Unreachable(IOException cause, boolean timedOut) implements Trouble {}

    /** The answer began, or should have, and then the stream ended. */
    record Cut(String how) implements Trouble {}

    /** @param words the vendor's own, already fit to be shown */
    record Status(int code, String words, @Nullable String retryAfter) implements Trouble {}

    /** An error told inside the stream, after the answer was begun with a 200. */
    record ToldInStream(String words, boolean passing) implements Trouble {}

    /** A 200 with something that is no model's answer, such as a proxy's sign-in page. */
    record NoAnswer(String contentType) implements Trouble {}

    record TooSlow(String what, Duration limit) implements Trouble {}

    /** Whether the same request may well succeed a little later. */
    default boolean mayPass() {
        return switch (this) {
            case Unreachable _, Cut _ -> true;
            case Status status -> status.code() == 408 || status.code() == 429 || status.code() >= 500;
            case ToldInStream told -> told.passing();
            case NoAnswer _, TooSlow _ -> false;
        };
    }

    /** For whoever was listening to the try. */
    default String reason() {
        return switch (this) {
            case Unreachable _ -> "the connection failed";
            case Cut cut -> cut.how();
            case Status status -> "the vendor answered " + status.code();
            case ToldInStream told -> told.words();
            case NoAnswer _ -> "what came was no answer";
            case TooSlow slow -> slow.what();
        };
    }
}
