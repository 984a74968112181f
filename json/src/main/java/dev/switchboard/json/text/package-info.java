/**
 * What the gateway and its clients do alike with words that others wrote: guess the one that was meant, and show the marks
 * that would reverse how they read.
 *
 * <p>Here and not in {@code core}, because a client does not know {@code core}.
 */
@NullMarked
package dev.switchboard.json.text;

import org.jspecify.annotations.NullMarked;
