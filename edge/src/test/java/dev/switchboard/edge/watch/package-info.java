@NullMarked
package dev.switchboard.edge.watch;

import org.jspecify.annotations.NullMarked;
