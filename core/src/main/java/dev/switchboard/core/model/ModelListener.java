package dev.switchboard.core.model;

/** Hears an answer while it is written. All calls come on the thread that asked. */
public interface ModelListener {
    ModelListener NONE = new ModelListener() {};

    default void thinking(String delta) {}

    default void text(String delta) {}

    /** A piece of a tool call; {@code index} tells calls of one step apart. */
    default void toolCall(int index, String id, String name, String argumentsDelta) {}

    /** The request is made again; what was heard so far no longer counts. */
    default void retracted(String reason) {}
}
