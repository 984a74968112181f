/**
 * The activity of a session and the chat beside it on the wire, {@code /ws/{session_id}}: what a page, or whoever else
 * looks at a session, and the gateway say to each other.
 *
 * <p>Start at {@link dev.switchboard.protocol.hud.HudEvent}, the activity itself; {@link
 * dev.switchboard.protocol.hud.ToHud} and {@link dev.switchboard.protocol.hud.FromHud} are the chat. Names and shapes are
 * described in {@code docs/protocols/hud.md}.
 */
@NullMarked
package dev.switchboard.protocol.hud;

import org.jspecify.annotations.NullMarked;
