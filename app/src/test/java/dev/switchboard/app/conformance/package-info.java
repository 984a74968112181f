/** The conformance kit, tried on those who do it right and on those who do one thing wrong. */
@NullMarked
package dev.switchboard.app.conformance;

import org.jspecify.annotations.NullMarked;
