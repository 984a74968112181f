@NullMarked
package dev.switchboard.edge.lobby;

import org.jspecify.annotations.NullMarked;
