package dev.switchboard.protocol.hud;

import tools.jackson.databind.node.ObjectNode;

/** A call somebody has to allow, with all of its arguments. */
public record AskedCall(String id, String name, ObjectNode arguments) {}
