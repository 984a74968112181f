/**
 * {@code switchboard watch}: what an agent does as it does it, in one session or from the lobby.
 *
 * <p>Start at {@link dev.switchboard.cli.watch.WatchProcess}. {@link dev.switchboard.cli.watch.Watching} takes what happens
 * and a {@link dev.switchboard.cli.watch.View} shows it: as a tree or a list that is drawn again in its place, as lines on a
 * pipe, or as the gateway's own frames.
 */
@NullMarked
package dev.switchboard.cli.watch;

import org.jspecify.annotations.NullMarked;
