/**
 * The webhook channel: a program posts a message and waits for its reply, through the same admission as everyone.
 *
 * <p>Start at {@link dev.switchboard.edge.webhook.WebhookAdapter}.
 */
@NullMarked
package dev.switchboard.edge.webhook;

import org.jspecify.annotations.NullMarked;
