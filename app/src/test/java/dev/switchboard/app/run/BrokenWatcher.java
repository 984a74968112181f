package dev.switchboard.app.run;

import dev.switchboard.core.preview.Previews;
import dev.switchboard.core.preview.Written;
import java.util.function.Supplier;

/** Somebody who watches a preview and fails at every piece of it. */
record BrokenWatcher(Supplier<Error> error) implements Previews.Watcher {
    @Override
    public void text(Written run, String piece, int offset) {
        throw error.get();
    }

    @Override
    public void retracted(Written run) {
        throw error.get();
    }
}
