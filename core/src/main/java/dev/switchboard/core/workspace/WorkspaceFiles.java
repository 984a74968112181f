package dev.switchboard.core.workspace;

/**
 * The files of a workspace, for whoever wants to see what an agent speaks of. The same paths are good as for an agent's own
 * tools, and none leads outside. Nothing is masked here. Thread: any, and it may block.
 */
public interface WorkspaceFiles {
    /** The most bytes of a text that are given at once. */
    int MOST_TEXT = 1024 * 1024;

    /**
     * Lines of a text file: whole ones, as many as fit.
     *
     * @param start the first line, from 1
     * @param end the last one; the file may end before it
     */
    Look<FileText> text(WorkFolder workspace, String path, long start, long end);

    /** A file of any kind, opened as it is now; whoever gets it closes it. */
    Look<FileBytes> bytes(WorkFolder workspace, String path);
}
