/**
 * The running gateway: everything put together with plain constructors, started and stopped in order.
 *
 * <p>Start at {@link dev.switchboard.app.gateway.Gateway}.
 */
@NullMarked
package dev.switchboard.app.gateway;

import org.jspecify.annotations.NullMarked;
