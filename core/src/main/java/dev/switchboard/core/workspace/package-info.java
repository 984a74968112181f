/** The files an agent works on, as far as others may look at them. */
@NullMarked
package dev.switchboard.core.workspace;

import org.jspecify.annotations.NullMarked;
