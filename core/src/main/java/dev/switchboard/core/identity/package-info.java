/**
 * Who is speaking and what they may do: channel identities, session ids, scopes and access tokens.
 *
 * <p>Start at {@link dev.switchboard.core.identity.ChannelIdentity} for devices and at
 * {@link dev.switchboard.core.identity.AccessToken} for people and programs.
 */
@NullMarked
package dev.switchboard.core.identity;

import org.jspecify.annotations.NullMarked;
