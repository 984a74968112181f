/**
 * The gateway as others meet it: through real sockets, real proxies and clients that nobody here wrote.
 *
 * <p>Start at {@link dev.switchboard.app.front.TalkPlayer}, whose conversations are the shortest description of the
 * terminal channel there is.
 */
@NullMarked
package dev.switchboard.app.front;

import org.jspecify.annotations.NullMarked;
