package dev.switchboard.app.command;

import dev.switchboard.app.config.Config;

/** Runs a gateway until it is stopped and answers the exit code. */
@FunctionalInterface
public interface GatewayRunner {
    /** A gateway will be run: what does not depend on its configuration may begin. Returns at once. */
    default void prepare() {}

    int run(Config config, ServeOptions options) throws Exception;
}
