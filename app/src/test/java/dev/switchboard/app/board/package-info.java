/** Boards that talk to a whole gateway over real sockets. */
@NullMarked
package dev.switchboard.app.board;

import org.jspecify.annotations.NullMarked;
