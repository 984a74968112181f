@NullMarked
package dev.switchboard.edge.hud;

import org.jspecify.annotations.NullMarked;
