package dev.switchboard.core.model;

/**
 * A tool the model wants run.
 *
 * @param id the vendor's, or ours where the vendor gave none
 * @param arguments JSON as the model wrote it
 */
public record ToolCall(String id, String name, String arguments) {}
