/** The files an agent works on: where they are, and what others may see of them. */
@NullMarked
package dev.switchboard.core.workspace;

import org.jspecify.annotations.NullMarked;
