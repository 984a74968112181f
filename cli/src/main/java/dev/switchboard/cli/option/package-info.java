/**
 * What people write on a command line, and how it is read: lengths of time, paths.
 */
@NullMarked
package dev.switchboard.cli.option;

import org.jspecify.annotations.NullMarked;
