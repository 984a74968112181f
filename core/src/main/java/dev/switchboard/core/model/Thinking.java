package dev.switchboard.core.model;

import org.jspecify.annotations.Nullable;

/** What a model thought before it spoke, with the vendor's signature if there is one. */
public record Thinking(String text, @Nullable String signature) {}
