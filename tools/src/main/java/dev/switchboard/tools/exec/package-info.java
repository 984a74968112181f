/**
 * The tool {@code exec}: commands of a shell, each in a session of its own that ends with the call.
 *
 * <p>Start at {@link dev.switchboard.tools.exec.ExecTool}. {@link dev.switchboard.tools.exec.GatedShell} starts a shell
 * that waits until its group is recorded; {@link dev.switchboard.tools.exec.LinuxProcessGroups} ends groups, also those
 * of a gateway that is gone. All of it needs Linux: {@code setsid} and {@code /proc}.
 */
@NullMarked
package dev.switchboard.tools.exec;

import org.jspecify.annotations.NullMarked;
