package dev.switchboard.core.run;

import dev.switchboard.core.tool.ApprovalMode;

/** Who answers a message, and how strictly it is watched while it does. */
public record Assignment(Agent agent, ApprovalMode mode) {}
