/**
 * How a log line looks, by {@link dev.switchboard.app.logging.LogLineEncoder}, and what is logged and where to, by
 * {@link dev.switchboard.app.logging.LogSetup}.
 */
@NullMarked
package dev.switchboard.app.logging;

import org.jspecify.annotations.NullMarked;
