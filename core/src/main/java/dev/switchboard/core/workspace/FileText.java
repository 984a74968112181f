package dev.switchboard.core.workspace;

/**
 * Lines of a text file. Only a single line that is too long is cut.
 *
 * @param viewerPath where the file really is, relative to the workspace
 * @param lines how many there are in {@code text}
 * @param bytes of the whole file
 * @param more whether the file goes on after them
 */
public record FileText(String viewerPath, String text, long lines, long bytes, boolean more) {}
