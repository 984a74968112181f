/**
 * The HTTP calls of the gateway: health, the ledger, tokens and signing in. Each class answers for a few paths and hands
 * out its {@code routes()}; none knows who is allowed, which is the route's to say.
 *
 * <p>Start at {@link dev.switchboard.edge.api.SessionsApi}. Fields on the wire are snake_case; a stored event is shown as
 * it is stored.
 */
@NullMarked
package dev.switchboard.edge.api;

import org.jspecify.annotations.NullMarked;
