/**
 * What agents are doing, as a person wants to know it at a glance.
 */
@NullMarked
package dev.switchboard.core.status;

import org.jspecify.annotations.NullMarked;
