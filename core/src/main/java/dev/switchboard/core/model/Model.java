package dev.switchboard.core.model;

/**
 * A language model that can be asked. One call is one request: retries, time limits and the vendor's format are the
 * implementation's business.
 *
 * <p>Thread: called on a run's virtual thread, which it blocks. Interrupting that thread aborts the request, also
 * before the first token, and throws {@link InterruptedException}. The listener is called on the calling thread.
 */
public interface Model {
    /** As configured, for example {@code openai/gpt-5-mini}, or {@code offline}. */
    String name();

    /** How many tokens of conversation it can read. */
    int contextTokens();

    /**
     * @throws dev.switchboard.core.failure.SwitchboardException with {@code MODEL_UNAVAILABLE}, {@code MODEL_REFUSED}
     *     or {@code MODEL_TIMEOUT} and a sentence for a person
     */
    ModelReply answer(ModelRequest request, ModelListener listener) throws InterruptedException;
}
