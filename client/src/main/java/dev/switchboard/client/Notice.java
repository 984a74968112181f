package dev.switchboard.client;

import org.jspecify.annotations.Nullable;

/** What the client tells whoever embeds it. */
public sealed interface Notice {

    /** @param inMillis when it will try to connect, while {@link DeviceProtocol.State#DISCONNECTED} */
    record StateChanged(DeviceProtocol.State state, long inMillis) implements Notice {}

    record Connected(@Nullable String sessionId) implements Notice {}

    /** The gateway has the message on disk, or had it before. */
    record Acknowledged(String messageId, boolean duplicate) implements Notice {}

    /**
     * An answer, to be shown before the listener returns.
     *
     * @param failed the turn failed; the text is a sentence that says why
     * @param again it may have been shown by a process that died just then
     */
    record Answered(String messageId, String text, @Nullable String runId, boolean failed, boolean again)
            implements Notice {}

    /**
     * A word of the gateway about a message before its answer. It is told as often as the gateway says it, which is again
     * after each new connection.
     *
     * @param code {@link #WAITING} or {@link #RESOLVED}, or one this client does not know
     * @param text a sentence for a person, by the gateway
     * @param expiresAt when the wait ends by itself, as the gateway wrote it
     */
    record Word(
            String messageId,
            String code,
            String text,
            @Nullable String approvalId,
            @Nullable String expiresAt) implements Notice {
        /** The message waits until a person allows what the agent wants to do. */
        public static final String WAITING = "waiting_for_approval";

        public static final String RESOLVED = "approval_resolved";
    }

    /** The gateway will not take this message; it can be sent under a new id. To be shown before the listener returns. */
    record Refused(String messageId, String error) implements Notice {}

    /** Something a person may want to know; the client goes on by itself. */
    record Trouble(String sentence, @Nullable String messageId) implements Notice {}

    /**
     * The server did not let us open a socket. The client tries again all the same.
     *
     * @param status the HTTP status, 0 if there was none
     */
    record NotLetIn(int status, String sentence) implements Notice {}

    /** The client could not go on, because its outbox or its listener failed. What it had kept is still kept. */
    record Stopped(String why) implements Notice {}
}
