/**
 * The activity of a session, and the chat beside it, at {@code /ws/{session_id}}.
 *
 * <p>{@link dev.switchboard.edge.hud.HudProjection} makes frames of events, one event in, its frames out.
 */
@NullMarked
package dev.switchboard.edge.hud;

import org.jspecify.annotations.NullMarked;
