@NullMarked
package dev.switchboard.edge.board;

import org.jspecify.annotations.NullMarked;
