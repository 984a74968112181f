/**
 * How every part of Switchboard reads and writes JSON: one way to decide what is optional, one set of limits.
 *
 * <p>Start at {@link dev.switchboard.json.Json}. The module stands below both the wire records and the stored events,
 * which do not know each other but follow the same field rules.
 */
@NullMarked
package dev.switchboard.json;

import org.jspecify.annotations.NullMarked;
