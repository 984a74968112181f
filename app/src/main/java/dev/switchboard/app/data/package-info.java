/**
 * The folder a gateway keeps everything in.
 *
 * <p>Start at {@link dev.switchboard.app.data.DataFolder}.
 */
@NullMarked
package dev.switchboard.app.data;

import org.jspecify.annotations.NullMarked;
