/**
 * Wake-ups between admission, execution and delivery. Nothing that matters lives only here: the store is the queue.
 */
@NullMarked
package dev.switchboard.core.bus;

import org.jspecify.annotations.NullMarked;
