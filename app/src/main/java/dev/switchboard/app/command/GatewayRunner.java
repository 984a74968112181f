package dev.switchboard.app.command;

import dev.switchboard.app.config.Config;

/** Runs a gateway until it is stopped and answers the exit code. */
@FunctionalInterface
public interface GatewayRunner {
    int run(Config config, ServeOptions options) throws Exception;
}
