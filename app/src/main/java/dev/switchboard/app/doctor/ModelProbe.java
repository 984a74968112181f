package dev.switchboard.app.doctor;

import dev.switchboard.app.config.AgentConfig;

/** Finds out whether an agent's model can be reached, in a few seconds at most. */
@FunctionalInterface
public interface ModelProbe {
    Finding probe(AgentConfig agent) throws Exception;
}
