/**
 * The side of who looks: at the activity of a session, or at the lobby. It comes back after every cut and shows nothing
 * twice.
 *
 * <p>Start at {@link dev.switchboard.client.hud.HudClient}, which owns the thread and the socket. What to do when is decided
 * by {@link dev.switchboard.client.hud.HudProtocol}, which knows neither. What was heard is put together by {@link
 * dev.switchboard.client.hud.ActivityTree} and {@link dev.switchboard.client.hud.LobbyList}.
 */
@NullMarked
package dev.switchboard.client.hud;

import org.jspecify.annotations.NullMarked;
