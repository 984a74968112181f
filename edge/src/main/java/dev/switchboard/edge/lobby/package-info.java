/**
 * The lobby at {@code /ws}: what there is and what changes, so that nobody has to poll a list.
 *
 * <p>{@link dev.switchboard.edge.lobby.Lobby} hears of every change once and makes its frame once; each
 * {@link dev.switchboard.edge.lobby.LobbySocket} is sent what its scopes allow, as fast as it reads.
 */
@NullMarked
package dev.switchboard.edge.lobby;

import org.jspecify.annotations.NullMarked;
