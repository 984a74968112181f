/**
 * The vendors' clients, and all that knows the library they come from.
 *
 * <p>Start at {@code VendorModel}: the loop of tries around one answer. One try is an {@code Attempt}; its bytes come
 * through {@code StreamingHttp}, our own HTTP under the library, which reads on the calling thread. So nothing here
 * needs a lock: the network hands over bytes through one bounded queue, and the thread that asked does all else.
 */
@NullMarked
package dev.switchboard.providers.vendor;

import org.jspecify.annotations.NullMarked;
