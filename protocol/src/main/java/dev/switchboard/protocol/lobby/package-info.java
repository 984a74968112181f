/**
 * The lobby on the wire, {@code /ws}: what there is and what changes, for who shows a list of it.
 *
 * <p>Start at {@link dev.switchboard.protocol.lobby.ToLobby} and {@link dev.switchboard.protocol.lobby.FromLobby}. Names
 * and shapes are described in {@code docs/protocols/hud.md}.
 */
@NullMarked
package dev.switchboard.protocol.lobby;

import org.jspecify.annotations.NullMarked;
