package dev.switchboard.core.modelrun;

import java.util.concurrent.ConcurrentHashMap;

/** The tools of every agent as they are now; made anew only when they change. Thread: any. */
final class Toolboxes {
    private final ConcurrentHashMap<String, Toolbox> known = new ConcurrentHashMap<>();

    Toolbox of(ModelAgent agent) {
        var tools = agent.abilities().tools().get();
        var toolbox = known.get(agent.name());
        if (toolbox == null || !toolbox.isOf(tools)) {
            toolbox = new Toolbox(tools);
            known.put(agent.name(), toolbox);
        }
        return toolbox;
    }
}
