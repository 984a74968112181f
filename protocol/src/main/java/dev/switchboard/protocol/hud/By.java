package dev.switchboard.protocol.hud;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * Who answered.
 *
 * @param name of the token or the browser
 * @param deviceId what it came from, where that has a name
 */
@JsonNaming(SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record By(String name, @Nullable String deviceId) {}
