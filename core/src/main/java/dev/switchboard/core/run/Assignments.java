package dev.switchboard.core.run;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which agent answers where. */
public interface Assignments {
    /**
     * @param channelId where the message came from; it may be gone from the configuration by now
     * @param chosen the agent its session was switched to, if it was
     */
    Assignment of(String channelId, @Nullable String chosen);

    Optional<Agent> named(String agent);

    List<String> names();
}
