/**
 * {@code switchboard token}: makes, lists, revokes and rotates what lets others in.
 *
 * <p>Start at {@link dev.switchboard.cli.token.TokenProcess}.
 */
@NullMarked
package dev.switchboard.cli.token;

import org.jspecify.annotations.NullMarked;
