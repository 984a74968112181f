package dev.switchboard.edge.api;

import dev.switchboard.core.identity.BrowserStore;
import dev.switchboard.edge.auth.LiveCredentials;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The end of a signed-in browser and of all it has open. Thread: any. */
record SignOut(BrowserStore browsers, LiveCredentials open) {
    private static final Logger log = LoggerFactory.getLogger(SignOut.class);

    /** False if there is no such browser. */
    boolean end(String id) {
        if (!browsers.end(id)) {
            return false;
        }
        ended(id);
        return true;
    }

    /** It is no longer in the store. */
    void ended(String id) {
        open.endWhere(credential -> id.equals(credential.browserSession()));
        log.atInfo().addKeyValue("browser", id).log("browser signed out");
    }
}
