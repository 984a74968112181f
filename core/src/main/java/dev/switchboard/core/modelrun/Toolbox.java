package dev.switchboard.core.modelrun;

import dev.switchboard.core.model.ToolSpec;
import dev.switchboard.core.tool.Tool;
import dev.switchboard.json.text.NearestWord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tools an agent has at one moment, by name. */
final class Toolbox {
    private final List<Tool> given;
    private final Map<String, Tool> tools = new LinkedHashMap<>();
    private final List<ToolSpec> specs;
    private final int tokens;

    Toolbox(List<Tool> given) {
        this.given = given;
        given.forEach(tool -> tools.putIfAbsent(tool.spec().name(), tool));
        this.specs = tools.values().stream().map(Tool::spec).toList();
        this.tokens = specs.stream()
                .mapToInt(spec -> TokenEstimate.of(spec.name() + spec.description() + spec.parameters()))
                .sum();
    }

    /** Whether it was made of this very list. */
    boolean isOf(List<Tool> list) {
        return given == list;
    }

    List<ToolSpec> specs() {
        return specs;
    }

    /** What telling a model of them takes. */
    int tokens() {
        return tokens;
    }

    Optional<Tool> named(String name) {
        return Optional.ofNullable(tools.get(name));
    }

    /** What a model that asked for a tool that is not there is told. */
    String missing(String name) {
        return tools.isEmpty()
                ? "There is no tool \"%s\", and no other one. Answer in words.".formatted(name)
                : "There is no tool \"%s\": %s.".formatted(name, NearestWord.hint(name, tools.keySet()));
    }
}
