package dev.switchboard.app.run;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.preview.Previews;
import java.util.function.Supplier;

/** Somebody who watches a preview and fails at every piece of it. */
record BrokenWatcher(Supplier<Error> error) implements Previews.Watcher {
    @Override
    public void text(RunId run, String piece, int offset) {
        throw error.get();
    }

    @Override
    public void retracted(RunId run) {
        throw error.get();
    }
}
