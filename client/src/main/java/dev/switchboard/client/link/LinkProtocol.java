package dev.switchboard.client.link;

import java.util.List;

/**
 * One side of a dialect: what happened goes in, what is to be done comes out. It knows no network and no clock; times are
 * milliseconds of any clock that only goes forward.
 *
 * <p>Thread: the {@link LinkLoop}'s.
 *
 * @param <S> what is to be done, in order
 */
public interface LinkProtocol<S> {
    List<S> start(long now);

    List<S> opened(long now);

    List<S> received(String frame, long now);

    /** The other side sent something that is no text frame, such as a WebSocket pong. */
    void stirred(long now);

    List<S> closed(int code, String reason, long now);

    /** @param status of the refusal; 0 if there was no answer at all */
    List<S> notOpened(int status, String sentence, long now);

    /** It is {@link #nextAt} by now, or something else has happened. */
    List<S> tick(long now);

    /** When {@link #tick} is wanted at the latest. */
    long nextAt();
}
