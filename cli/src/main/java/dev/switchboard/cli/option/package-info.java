/**
 * What people write on a command line, and how it is read: options, lengths of time, paths.
 *
 * <p>Start at {@link dev.switchboard.cli.option.Options}.
 */
@NullMarked
package dev.switchboard.cli.option;

import org.jspecify.annotations.NullMarked;
