package dev.switchboard.edge.web;

import dev.switchboard.edge.http.Access;
import dev.switchboard.edge.http.Route;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What a browser loads: the web app, or where the build left it out a plain page that says how to get it. A fixed table,
 * read once: a request never becomes a file name, so there is no path to traverse.
 */
public final class Pages {
    /** Where the build packs the app. */
    private static final String APP = "/dev/switchboard/web/";

    /** Where a view of the app is, which is its index everywhere. */
    private static final List<String> VIEWS = List.of("/", "/session/{session_id}", "/session/{session_id}/");

    private static final String INDEX = "index.html";

    /** The build gives the files in there names that change with their content. */
    private static final String HASHED = "assets/";

    private static final Access.Open ANYONE =
            new Access.Open("anyone loads the page, nothing works without signing in");

    private final List<Route> routes = new ArrayList<>();

    private Pages() {}

    /** The app if it is there, and the plain page otherwise. */
    public static Pages ofThisBuild() {
        return of(APP);
    }

    /** @param folder on the class path, with the list of the app's files */
    static Pages of(String folder) {
        var pages = new Pages();
        var list = PageFile.read(folder + "files.txt");
        if (list == null) {
            pages.addPlain();
        } else {
            new String(list, StandardCharsets.UTF_8).lines().forEach(name -> pages.add(folder, name));
        }
        return pages;
    }

    private void add(String folder, String name) {
        var file = PageFile.load(folder + name, name.startsWith(HASHED) ? PageFile.FOR_EVER : PageFile.ASK_AGAIN);
        if (name.equals(INDEX)) {
            VIEWS.forEach(view -> add(view, file));
        } else {
            add("/" + name, file);
        }
    }

    private void addPlain() {
        for (var name : List.of("app.js", "app.css", "icon.svg")) {
            add("/" + name, PageFile.load("/dev/switchboard/edge/web/" + name, PageFile.ASK_AGAIN));
        }
        add("/", PageFile.load("/dev/switchboard/edge/web/" + INDEX, PageFile.ASK_AGAIN));
    }

    private void add(String path, PageFile file) {
        routes.add(new Route("GET", path, ANYONE, call -> file.serve(call.request())));
    }

    public List<Route> routes() {
        return List.copyOf(routes);
    }
}
