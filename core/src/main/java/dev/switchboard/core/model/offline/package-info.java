/**
 * The agent that answers when no model is connected: it understands a few plain sentences and drives the same tools a
 * model would, so that everything can be tried without a key and without a network.
 *
 * <p>Start at {@link dev.switchboard.core.model.offline.OfflineModel}. A sentence becomes a {@code Wish}, a wish becomes a
 * {@code Step}, and what a tool gave becomes words.
 */
@NullMarked
package dev.switchboard.core.model.offline;

import org.jspecify.annotations.NullMarked;
