/**
 * What the commands have in common that speak to a running gateway: where it is, the token, one request and its answer,
 * how they end.
 *
 * <p>Start at {@link dev.switchboard.cli.remote.RemoteOptions}. Nothing here knows how a gateway is made, so that a command
 * is there at once.
 */
@NullMarked
package dev.switchboard.cli.remote;

import org.jspecify.annotations.NullMarked;
