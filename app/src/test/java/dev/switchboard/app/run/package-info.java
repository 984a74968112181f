/** Stories of runs on a real store, with a model the test writes and tools that count. */
@NullMarked
package dev.switchboard.app.run;

import org.jspecify.annotations.NullMarked;
