package dev.switchboard.edge.api;

import dev.switchboard.core.journal.StoredResult;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.edge.auth.Credential;
import dev.switchboard.edge.auth.LiveCredentials;
import dev.switchboard.edge.net.Response;
import java.io.IOException;

/** One result on its way out, masked as it goes; cut when its reader's credential ends. Thread: the answer's own. */
record ResultStream(StoredResult result, Masking masking, LiveCredentials open, Credential reader, Places.Place place)
        implements Response.BodyWriter {
    @Override
    public void write(Response.BodySink sink) throws IOException, InterruptedException {
        try (var json = result.open();
                var _ = open.register(reader, sink::cut)) {
            new MaskedJson(masking, sink).copy(json);
        }
    }

    @Override
    public void over() {
        place.close();
    }
}
