/**
 * How a log line looks. {@code logback.xml} says what is logged and where to.
 *
 * <p>Start at {@link dev.switchboard.app.logging.LogLineEncoder}.
 */
@NullMarked
package dev.switchboard.app.logging;

import org.jspecify.annotations.NullMarked;
