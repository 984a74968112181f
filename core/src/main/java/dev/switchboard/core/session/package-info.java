/**
 * Sessions: what there is of them ({@link dev.switchboard.core.session.Sessions}, where to start reading), how what was
 * said in them is found again, and one loop per session with work: its messages run one at a time, in order of
 * admission.
 */
@NullMarked
package dev.switchboard.core.session;

import org.jspecify.annotations.NullMarked;
