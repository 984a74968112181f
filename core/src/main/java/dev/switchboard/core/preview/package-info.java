/**
 * What a model is saying while it says it. A preview is not the record: it is not stored, and what was shown may be taken
 * back; the events of the ledger are what counts.
 */
@NullMarked
package dev.switchboard.core.preview;

import org.jspecify.annotations.NullMarked;
