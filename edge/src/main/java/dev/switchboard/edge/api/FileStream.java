package dev.switchboard.edge.api;

import dev.switchboard.core.workspace.FileBytes;
import dev.switchboard.edge.auth.Credential;
import dev.switchboard.edge.auth.LiveCredentials;
import dev.switchboard.edge.net.Response;
import java.io.IOException;
import java.util.Arrays;

/**
 * A file on its way out, as long as it was when it was opened; cut when its reader's credential ends. Thread: the
 * answer's own.
 */
record FileStream(FileBytes file, LiveCredentials open, Credential reader, Places.Place place)
        implements Response.BodyWriter {
    private static final int PIECE = 32 * 1024;

    @Override
    public void write(Response.BodySink sink) throws IOException, InterruptedException {
        try (var _ = open.register(reader, sink::cut)) {
            var piece = new byte[PIECE];
            long left = file.size();
            while (left > 0) {
                int read = file.read(piece);
                if (read < 0) {
                    throw new IOException("the file has become shorter");
                }
                int sent = (int) Math.min(read, left);
                sink.write(sent == PIECE ? piece : Arrays.copyOf(piece, sent));
                left -= sent;
            }
        }
    }

    @Override
    public void over() {
        file.close();
        place.close();
    }
}
