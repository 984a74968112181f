/** The files an agent works on. */
@NullMarked
package dev.switchboard.core.workspace;

import org.jspecify.annotations.NullMarked;
