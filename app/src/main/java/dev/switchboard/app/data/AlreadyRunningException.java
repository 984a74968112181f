package dev.switchboard.app.data;

import dev.switchboard.cli.remote.Holder;
import java.nio.file.Path;

/** Another gateway has the data folder. */
public final class AlreadyRunningException extends DataFolderException {
    private final Holder holder;

    AlreadyRunningException(Path folder, Holder holder) {
        super(
                "already running, pid %s%s, with its data in %s"
                        .formatted(
                                holder.pid() == null ? "unknown" : holder.pid(),
                                holder.url() == null ? "" : ", at " + holder.url(),
                                folder),
                null);
        this.holder = holder;
    }

    public Holder holder() {
        return holder;
    }
}
