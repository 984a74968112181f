package dev.switchboard.app.command;

import dev.switchboard.app.data.DataFolder;
import java.util.Map;

/**
 * What a gateway is started with besides its configuration.
 *
 * @param data held until the runner returns
 * @param screen for what a person should see at the start, such as the sign-in link
 * @param variables those of the environment that the configuration uses
 */
public record ServeOptions(DataFolder data, Screen screen, Map<String, String> variables) {}
