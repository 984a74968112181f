/**
 * Showing a session as it happens to one socket, whatever the dialect: a {@link dev.switchboard.edge.watch.SessionWatch}
 * reads and sends, a {@link dev.switchboard.edge.watch.Projection} says what is sent.
 */
@NullMarked
package dev.switchboard.edge.watch;

import org.jspecify.annotations.NullMarked;
