package dev.switchboard.core.preview;

import dev.switchboard.core.identity.RunId;

/**
 * A message while it is written.
 *
 * @param run whose it is
 * @param id its own from before its first word; the event that ends it names it as its {@code saidId}
 */
public record Written(RunId run, String id) {}
