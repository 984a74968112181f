package dev.switchboard.edge.auth;

import java.util.HashMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is open under a credential: sockets and streams, each with the way to close it. Revoking a token, signing out
 * and expiry close them; the first two at once, expiry by {@link #sweep}, which somebody calls every few seconds.
 * Thread: any.
 */
public final class LiveCredentials {
    private static final Logger log = LoggerFactory.getLogger(LiveCredentials.class);

    /** One open thing. Closing the registration forgets it and nothing else. */
    public final class Registration implements AutoCloseable {
        private final Credential credential;
        private final Runnable end;
        private final Runnable stop;

        private Registration(Credential credential, Runnable end, Runnable stop) {
            this.credential = credential;
            this.end = end;
            this.stop = stop;
        }

        @Override
        public void close() {
            open.remove(this);
        }
    }

    private final Set<Registration> open = ConcurrentHashMap.newKeySet();
    private final Predicate<Credential> isLive;
    private final Consumer<Credential> opened;

    /**
     * @param isLive asked anew each time, such as {@link Credentials#isLive}
     * @param opened told of whoever opens something, such as {@link LastSeen#note}
     */
    public LiveCredentials(Predicate<Credential> isLive, Consumer<Credential> opened) {
        this.isLive = isLive;
        this.opened = opened;
    }

    /**
     * @param end closes the socket or stream; quick, and harmless when it is closed already. Called at once if the
     *     credential ended while the socket was being opened
     */
    public Registration register(Credential credential, Runnable end) {
        return register(credential, end, end);
    }

    /**
     * @param end as above
     * @param stop closes it because the gateway stops: the credential is as good as before, and who believed otherwise
     *     would forget it
     */
    public Registration register(Credential credential, Runnable end, Runnable stop) {
        var registration = new Registration(credential, end, stop);
        open.add(registration);
        // Looked at only now that it is listed: a revocation before this line is seen here, a later one finds it
        // listed.
        if (!isLive.test(credential)) {
            close(registration, registration.end);
        } else {
            opened.accept(credential);
        }
        return registration;
    }

    /** Closes what was opened with such a credential. */
    public void endWhere(Predicate<Credential> which) {
        for (var registration : open) {
            if (which.test(registration.credential)) {
                close(registration, registration.end);
            }
        }
    }

    /** Closes everything, since the gateway stops. */
    public void stop() {
        for (var registration : open) {
            close(registration, registration.stop);
        }
    }

    /** Closes all whose credential has ended, for whatever reason. */
    public void sweep() {
        var known = new HashMap<Credential, Boolean>();
        endWhere(credential -> !known.computeIfAbsent(credential, isLive::test));
    }

    /** Everybody who has something open. */
    public Set<Credential> credentials() {
        return open.stream().map(registration -> registration.credential).collect(Collectors.toSet());
    }

    public int size() {
        return open.size();
    }

    private void close(Registration registration, Runnable how) {
        if (!open.remove(registration)) {
            return;
        }
        try {
            how.run();
        } catch (RuntimeException e) {
            log.atWarn()
                    .addKeyValue("token", registration.credential.token().id())
                    .setCause(e)
                    .log("could not close");
        }
    }
}
