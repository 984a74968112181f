package dev.switchboard.edge.api;

import dev.switchboard.core.identity.Scope;
import dev.switchboard.edge.http.Access;
import dev.switchboard.edge.http.Replies;
import dev.switchboard.edge.http.Route;
import dev.switchboard.edge.net.Response;
import java.util.List;
import java.util.function.Supplier;

/** Whether the gateway is up, whether it is ready, and its figures. */
public final class HealthApi {
    record Readiness(String status, List<String> reasons) {}

    private final Supplier<List<String>> complaints;
    private final Supplier<String> metrics;

    /**
     * @param complaints why the gateway cannot take messages, in sentences anyone may read; empty when it can
     * @param metrics the figures in Prometheus' text format
     */
    public HealthApi(Supplier<List<String>> complaints, Supplier<String> metrics) {
        this.complaints = complaints;
        this.metrics = metrics;
    }

    public List<Route> routes() {
        return List.of(
                new Route(
                        "GET",
                        "/healthz",
                        new Access.Open("a supervisor has no token, and it says only that we run"),
                        call -> Replies.text(200, "application/json", "{\"status\":\"ok\"}")),
                new Route(
                        "GET",
                        "/readyz",
                        new Access.Open("a load balancer has no token, and reasons name no one"),
                        call -> readiness()),
                new Route(
                        "GET",
                        "/metrics",
                        new Access.NeedsOrScrapeToken(Scope.STATUS_READ),
                        call -> Replies.text(200, "text/plain; version=0.0.4; charset=utf-8", metrics.get())));
    }

    private Response readiness() {
        var reasons = complaints.get();
        return reasons.isEmpty()
                ? Replies.json(200, new Readiness("ready", reasons))
                : Replies.json(503, new Readiness("not_ready", reasons));
    }
}
