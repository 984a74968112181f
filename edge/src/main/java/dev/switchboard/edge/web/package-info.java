/**
 * What a browser loads: one plain page and its few files, from the class path and from nowhere else.
 *
 * <p>Start at {@link dev.switchboard.edge.web.Pages}.
 */
@NullMarked
package dev.switchboard.edge.web;

import org.jspecify.annotations.NullMarked;
