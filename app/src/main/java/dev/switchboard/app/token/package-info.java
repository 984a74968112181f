/**
 * {@code switchboard token}: makes, lists, revokes and rotates what lets others in.
 *
 * <p>Start at {@link dev.switchboard.app.token.TokenProcess}.
 */
@NullMarked
package dev.switchboard.app.token;

import org.jspecify.annotations.NullMarked;
