package dev.switchboard.edge.api;

import dev.switchboard.core.journal.StoredResult;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.edge.net.Response;
import java.io.IOException;

/** One result on its way out, masked as it goes. Thread: the answer's own. */
record ResultStream(StoredResult result, Masking masking, Places.Place place) implements Response.BodyWriter {
    @Override
    public void write(Response.BodySink sink) throws IOException, InterruptedException {
        try (var json = result.open()) {
            new MaskedJson(masking, sink).copy(json);
        }
    }

    @Override
    public void over() {
        place.close();
    }
}
