package dev.switchboard.tools.files;

import dev.switchboard.core.workspace.NotShown;
import dev.switchboard.tools.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Follows a path through the workspace, one name at a time, from handle to handle.
 *
 * <p>Links that stay inside are followed, since people link folders of their projects: not by the system but by walking
 * the link's text like any other path. Reading that text is the one step that goes by path, as Java cannot read a link
 * relative to a handle; whoever exchanges folders at that moment gets another text walked, inside the workspace as
 * ever.
 */
final class PathWalk {
    /** As many as Linux follows before it speaks of a loop. */
    private static final int MOST_LINKS = 40;

    private static final Path HERE = Path.of(".");
    private static final Path UP = Path.of("..");

    private record Folder(Path name, SecureDirectoryStream<Path> handle) {}

    private final Workspace workspace;
    private final String given;
    private final boolean makeFolders;
    private final Deque<Path> ahead = new ArrayDeque<>();
    /** The folders walked into, the innermost first; empty at the root. */
    private final Deque<Folder> behind = new ArrayDeque<>();

    private int links;

    PathWalk(Workspace workspace, String given, boolean makeFolders) throws Refused {
        this.workspace = workspace;
        this.given = given;
        this.makeFolders = makeFolders;
        if (given.isEmpty()) {
            throw new Refused("path must not be empty; \".\" is the workspace");
        }
        if (given.equals("~") || given.startsWith("~/")) {
            throw new Refused("~ is not known here: give %s relative to the workspace".formatted(given));
        }
        try {
            lead(Path.of(given));
        } catch (InvalidPathException e) {
            throw new Refused("path is not a file name: " + e.getReason());
        }
    }

    Place place() throws Refused, IOException {
        while (!ahead.isEmpty()) {
            var name = ahead.pop();
            if (name.equals(HERE)) {
                continue;
            }
            if (name.equals(UP)) {
                up();
                continue;
            }
            var found = Place.attributes(here(), name);
            if (found != null && found.isSymbolicLink()) {
                follow(name);
            } else if (ahead.isEmpty()) {
                return new Place(given, viewerPath(name), here(), name, found);
            } else {
                enter(name, found);
            }
        }
        return new Place(given, viewerPath(HERE), here(), HERE, Place.attributes(here(), HERE));
    }

    private SecureDirectoryStream<Path> here() {
        var innermost = behind.peek();
        return innermost == null ? workspace.handle() : innermost.handle();
    }

    private void up() throws Refused {
        if (behind.poll() == null) {
            throw outside();
        }
    }

    private void follow(Path link) throws Refused, IOException {
        links++;
        if (links > MOST_LINKS) {
            throw new Refused(
                    "%s goes through more than %d links, which is probably a loop".formatted(given, MOST_LINKS));
        }
        lead(Files.readSymbolicLink(
                workspace.realRoot().resolve(viewerPath(HERE)).resolve(link)));
    }

    private void enter(Path name, @Nullable BasicFileAttributes found) throws Refused, IOException {
        if (found == null && !makeFolders) {
            throw new FileRefused(
                    new NotShown.Missing(Neighbours.nearest(here(), name)),
                    "there is no folder %s; %s".formatted(viewerPath(name), Neighbours.of(here(), name)));
        }
        if (found == null) {
            workspace.makeFolder(here(), name);
        } else if (!found.isDirectory()) {
            throw new FileRefused(
                    new NotShown.Missing(null),
                    "%s is a file, not a folder, so there is no %s".formatted(viewerPath(name), given));
        }
        behind.push(new Folder(name, workspace.enter(here(), name)));
    }

    /** Puts the names of a path ahead of what is still to be walked. */
    private void lead(Path path) throws Refused {
        int inside = 0;
        if (path.isAbsolute()) {
            inside = namesOfWorkspace(path);
            behind.clear();
        }
        for (int i = path.getNameCount() - 1; i >= inside; i--) {
            ahead.push(path.getName(i));
        }
    }

    private int namesOfWorkspace(Path absolute) throws Refused {
        if (absolute.startsWith(workspace.root())) {
            return workspace.root().getNameCount();
        }
        if (absolute.startsWith(workspace.realRoot())) {
            return workspace.realRoot().getNameCount();
        }
        throw outside();
    }

    private Refused outside() {
        return new FileRefused(
                new NotShown.Outside(),
                "%s leads out of the workspace %s: only files in it can be used; give a path relative to it"
                        .formatted(given, workspace.root()));
    }

    private String viewerPath(Path last) {
        var names = behind.reversed().stream().map(folder -> folder.name().toString());
        var path = names.collect(Collectors.joining("/"));
        if (last.equals(HERE)) {
            return path.isEmpty() ? "." : path;
        }
        return path.isEmpty() ? last.toString() : path + "/" + last;
    }
}
