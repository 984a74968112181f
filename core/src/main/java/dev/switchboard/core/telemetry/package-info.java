/** What the product reports of itself to whoever counts: a port, so that no metrics library reaches core. */
@NullMarked
package dev.switchboard.core.telemetry;

import org.jspecify.annotations.NullMarked;
