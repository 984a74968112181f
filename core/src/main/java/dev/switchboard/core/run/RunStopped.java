package dev.switchboard.core.run;

/** Somebody stopped the run; thrown on its own thread at the next safe point. */
public final class RunStopped extends Exception {
    private static final long serialVersionUID = 1;

    private final transient StopRequest request;

    RunStopped(StopRequest request) {
        super(request.reason(), null, false, false);
        this.request = request;
    }

    StopRequest request() {
        return request;
    }
}
