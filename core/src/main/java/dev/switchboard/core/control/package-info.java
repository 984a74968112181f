/**
 * What people do to runs and sessions beside talking: stop, steer, choose who answers. Every dialect uses
 * {@link dev.switchboard.core.control.RunControls}; the run itself stays in {@code core.run}, where no dialect reaches.
 */
@NullMarked
package dev.switchboard.core.control;

import org.jspecify.annotations.NullMarked;
