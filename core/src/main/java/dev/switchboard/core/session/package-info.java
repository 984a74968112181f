/**
 * One loop per session with work: its messages run one at a time, in order of admission.
 */
@NullMarked
package dev.switchboard.core.session;

import org.jspecify.annotations.NullMarked;
