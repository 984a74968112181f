/**
 * The tools {@code read}, {@code write}, {@code edit} and {@code append}: files of the workspace and no others.
 *
 * <p>Start at {@link dev.switchboard.tools.files.FileTools}. Where a path leads is decided by
 * {@link dev.switchboard.tools.files.PathWalk} alone, with directory handles; how a file changes by
 * {@link dev.switchboard.tools.files.Replacement} alone, in one step.
 */
@NullMarked
package dev.switchboard.tools.files;

import org.jspecify.annotations.NullMarked;
