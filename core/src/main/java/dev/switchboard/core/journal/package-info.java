/**
 * The complete and private record of runs: what the model said and asked for, which calls were begun and what they gave,
 * what was asked of people and answered. Events are what is shown; this is what a run goes on from after a crash.
 *
 * <p>Start at {@link dev.switchboard.core.journal.RunJournal}.
 */
@NullMarked
package dev.switchboard.core.journal;

import org.jspecify.annotations.NullMarked;
