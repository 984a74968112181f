/**
 * The body of a run that asks a language model: the model is told what was said, makes calls, is told their results,
 * until it answers.
 *
 * <p>Start at {@link dev.switchboard.core.modelrun.ModelBody}.
 */
@NullMarked
package dev.switchboard.core.modelrun;

import org.jspecify.annotations.NullMarked;
