/**
 * What people say aloud, as texts.
 *
 * <p>Start at {@link dev.switchboard.core.speech.Transcription}, which a run asks for the text of its message.
 */
@NullMarked
package dev.switchboard.core.speech;

import org.jspecify.annotations.NullMarked;
