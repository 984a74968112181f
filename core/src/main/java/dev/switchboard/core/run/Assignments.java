package dev.switchboard.core.run;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which agent answers where. */
public interface Assignments {
    /**
     * A board's task may go into the session of another channel: that conversation has its agent, and how closely the agent
     * is watched goes by where the message came from. Either channel may be gone from the configuration by now.
     *
     * @param home the channel the session belongs to, which has an agent; null if it was made by hand
     * @param from the channel the message came from
     * @param chosen the agent its session was switched to, or its task names, if there is one
     */
    Assignment of(@Nullable String home, String from, @Nullable String chosen);

    Optional<Agent> named(String agent);

    List<String> names();
}
