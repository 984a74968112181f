package dev.switchboard.edge.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.session.Session;
import dev.switchboard.core.session.SessionAgents;
import dev.switchboard.core.workspace.FileBytes;
import dev.switchboard.core.workspace.FileText;
import dev.switchboard.core.workspace.Look;
import dev.switchboard.core.workspace.WorkFolder;
import dev.switchboard.core.workspace.WorkspaceFiles;
import dev.switchboard.edge.auth.LiveCredentials;
import dev.switchboard.edge.http.Call;
import dev.switchboard.edge.http.Replies;
import dev.switchboard.edge.http.Route;
import dev.switchboard.edge.net.Headers;
import dev.switchboard.edge.net.Response;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** The file behind a row of a session's activity: lines of it to look at, or all of it to keep. */
public final class FilesApi {
    /** As many as a browser has connections to one place. */
    static final int MOST_OF_ONE = 6;
    /** Each of them has a file open, or lines of one in memory. */
    static final int MOST_IN_ALL = 24;

    private static final int MAX_PATH = 4096;

    @JsonNaming(SnakeCaseStrategy.class)
    record AreaShown(long startLine, long endLine) {
        /** No lines have no area. */
        static @Nullable AreaShown of(long start, long lines) {
            return lines == 0 ? null : new AreaShown(start, start + lines - 1);
        }
    }

    /**
     * @param path as it was asked for
     * @param viewerPath where the file really is, relative to the workspace
     * @param bytes of the whole file
     * @param truncated whether the file goes on after these lines
     */
    @JsonNaming(SnakeCaseStrategy.class)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record FileShown(
            String path, String viewerPath, @Nullable AreaShown area, String text, long bytes, boolean truncated) {}

    private final SessionDoor door;
    private final SessionAgents agents;
    private final WorkspaceFiles files;
    private final Masking masking;
    private final LiveCredentials open;
    private final Places places = new Places(MOST_OF_ONE, MOST_IN_ALL);

    public FilesApi(
            SessionDoor door, SessionAgents agents, WorkspaceFiles files, Masking masking, LiveCredentials open) {
        this.door = door;
        this.agents = agents;
        this.files = files;
        this.masking = masking;
        this.open = open;
    }

    public List<Route> routes() {
        // Who may only write may still download: what that takes is decided when the session's kind is known.
        return List.of(new Route("GET", "/api/sessions/{session_id}/file", SessionDoor.WRITING, this::file));
    }

    private Response file(Call call) {
        var session = new SessionId(call.variable("session_id"));
        // As it is, with all its secrets, it is for those alone who could have the agent hand it to them.
        return isDownload(call)
                ? door.write(call, session, found -> download(call, found))
                : door.read(call, session, found -> show(call, found));
    }

    private Response show(Call call, Session session) {
        var path = path(call);
        long start = call.number("start", 1, 1, Long.MAX_VALUE);
        long end = call.number("end", Long.MAX_VALUE, 1, Long.MAX_VALUE);
        if (end < start) {
            throw invalid("end must not be before start: both are lines, the first is 1, and both are shown.");
        }
        var taken = places.take(call.caller().user());
        if (taken.isEmpty()) {
            return tooMany();
        }
        try (var _ = taken.get()) {
            return switch (files.text(agents.folderOf(session), path, start, end)) {
                case Look.Found<FileText>(var text) -> Replies.json(200, shown(path, start, text));
                case Look.Refused<FileText>(var why) -> UnshownFile.answer(why, path, start, masking);
            };
        }
    }

    private FileShown shown(String path, long start, FileText file) {
        boolean cut = file.more() && !file.text().endsWith("\n");
        return new FileShown(
                masking.mask(path),
                masking.mask(file.viewerPath()),
                AreaShown.of(start, file.lines()),
                cut ? masking.maskCut(file.text()) : masking.mask(file.text()),
                file.bytes(),
                file.more());
    }

    private Response download(Call call, Session session) {
        var path = path(call);
        if (call.request().query().containsKey("start")
                || call.request().query().containsKey("end")) {
            throw invalid("A download is the whole file: leave out start and end, or download.");
        }
        return places.take(call.caller().user())
                .map(place -> download(call, path, agents.folderOf(session), place))
                .orElseGet(FilesApi::tooMany);
    }

    private Response download(Call call, String path, WorkFolder workspace, Places.Place place) {
        boolean handedOver = false;
        try {
            switch (files.bytes(workspace, path)) {
                case Look.Found<FileBytes>(var file) -> {
                    var headers = Headers.of("Content-Type", "application/octet-stream")
                            .with("Content-Length", Long.toString(file.size()))
                            .with("Content-Disposition", DownloadName.disposition(file.name()));
                    handedOver = true;
                    return new Response.Streamed(200, headers, new FileStream(file, open, call.caller(), place));
                }
                case Look.Refused<FileBytes>(var why) -> {
                    return UnshownFile.answer(why, path, 1, masking);
                }
            }
        } finally {
            if (!handedOver) {
                place.close();
            }
        }
    }

    private static boolean isDownload(Call call) {
        var word = call.request().query().getOrDefault("download", "0");
        if (!word.equals("0") && !word.equals("1")) {
            throw invalid("download must be 1, or be left out.");
        }
        return word.equals("1");
    }

    private static String path(Call call) {
        var path = call.request().query().get("path");
        if (path == null || path.isEmpty() || path.length() > MAX_PATH) {
            throw invalid("path must be that of a file of the session's workspace, with at most %d characters."
                    .formatted(MAX_PATH));
        }
        return path;
    }

    private static SwitchboardException invalid(String sentence) {
        return new SwitchboardException(ErrorCode.INVALID, sentence);
    }

    private static Response tooMany() {
        return Replies.with(
                Replies.error(
                        429,
                        "too_many_files",
                        "Too many files are being read at once: a token may read %d, and all together %d. Wait until one has come, then ask again."
                                .formatted(MOST_OF_ONE, MOST_IN_ALL)),
                "Retry-After",
                "1");
    }
}
