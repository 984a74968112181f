/**
 * Who may come in: the gates every request passes first, the credential it carries, and what ends one.
 *
 * <p>Start at {@link dev.switchboard.edge.auth.HostGate} and {@link dev.switchboard.edge.auth.OriginGate}, then
 * {@link dev.switchboard.edge.auth.Credentials}. Nothing here trusts an address: loopback is asked like anyone else.
 * Secrets are compared in constant time or looked up by their hash, and never logged.
 */
@NullMarked
package dev.switchboard.edge.auth;

import org.jspecify.annotations.NullMarked;
