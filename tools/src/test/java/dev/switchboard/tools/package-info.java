@NullMarked
package dev.switchboard.tools;

import org.jspecify.annotations.NullMarked;
