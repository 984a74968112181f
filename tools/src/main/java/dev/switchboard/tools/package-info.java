/**
 * Tools of an agent that need no vendor: files of the workspace, commands, the web.
 *
 * <p>Each implements {@link dev.switchboard.core.tool.Tool}, with the names, arguments and result shapes of the hud seed.
 */
@NullMarked
package dev.switchboard.tools;

import org.jspecify.annotations.NullMarked;
