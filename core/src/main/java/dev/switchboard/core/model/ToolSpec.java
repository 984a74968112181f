package dev.switchboard.core.model;

import tools.jackson.databind.JsonNode;

/** A tool as the model is told of it; {@code parameters} is a JSON Schema of an object. */
public record ToolSpec(String name, String description, JsonNode parameters) {}
