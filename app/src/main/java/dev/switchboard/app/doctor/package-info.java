/**
 * What {@code switchboard doctor} looks at. Each {@link dev.switchboard.app.doctor.Check} looks at one thing and has one
 * {@link dev.switchboard.app.doctor.Finding}; what is wrong always names its fix.
 *
 * <p>Start at {@link dev.switchboard.app.doctor.Examination}, which is the list of them.
 */
@NullMarked
package dev.switchboard.app.doctor;

import org.jspecify.annotations.NullMarked;
