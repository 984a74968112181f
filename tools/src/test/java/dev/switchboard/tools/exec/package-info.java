@NullMarked
package dev.switchboard.tools.exec;

import org.jspecify.annotations.NullMarked;
