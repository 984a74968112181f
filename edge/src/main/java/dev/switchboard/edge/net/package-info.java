/**
 * The listener: HTTP and WebSocket over Netty, and nothing else of ours knows Netty.
 *
 * <p>Everyone else sees a {@link dev.switchboard.edge.net.Request}, answers with a
 * {@link dev.switchboard.edge.net.Response}, and holds a {@link dev.switchboard.edge.net.WebSocket}. Handlers and socket
 * listeners run on virtual threads and may block; an idle connection owns no thread. Start at
 * {@link dev.switchboard.edge.net.NetServer}.
 */
@NullMarked
package dev.switchboard.edge.net;

import org.jspecify.annotations.NullMarked;
