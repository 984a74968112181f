@NullMarked
package dev.switchboard.terminals;

import org.jspecify.annotations.NullMarked;
