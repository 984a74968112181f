package dev.switchboard.app.doctor;

import dev.switchboard.app.config.Config;
import dev.switchboard.app.config.InvalidConfigException;
import dev.switchboard.app.config.LoadedConfig;
import dev.switchboard.app.doctor.Finding.Fine;
import dev.switchboard.app.doctor.Finding.Skipped;
import dev.switchboard.app.doctor.Finding.Wrong;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/** All that a gateway needs, in the order in which a person would mend it. */
public final class Examination {
    private final Path dataFolder;
    private final ModelProbe probe;
    private final Clock clock;

    public Examination(Path dataFolder, ModelProbe probe, Clock clock) {
        this.dataFolder = dataFolder;
        this.probe = probe;
        this.clock = clock;
    }

    /** @param configuration loads it, or throws {@link InvalidConfigException} */
    public List<Check> checks(Supplier<LoadedConfig> configuration) {
        var checks = new ArrayList<Check>();
        checks.add(new Check("JDK", () -> MachineChecks.jdk(Runtime.version())));
        checks.add(new Check("clock", () -> MachineChecks.clock(clock.instant())));
        checks.add(new Check("data folder", () -> MachineChecks.dataFolder(dataFolder)));
        checks.add(new Check("disk space", () -> MachineChecks.disk(dataFolder)));
        try {
            LoadedConfig loaded = configuration.get();
            checks.add(new Check("configuration", () -> new Fine(source(loaded))));
            checks.addAll(ofConfig(loaded.config()));
        } catch (InvalidConfigException e) {
            checks.add(new Check(
                    "configuration",
                    () -> new Wrong(
                            Objects.toString(e.getMessage()),
                            "correct the file; switchboard config shows the result")));
            checks.add(new Check("port", () -> new Skipped("needs a valid configuration")));
            checks.add(new Check("model", () -> new Skipped("needs a valid configuration")));
        }
        return checks;
    }

    private List<Check> ofConfig(Config config) {
        var checks = new ArrayList<Check>();
        checks.add(new Check("port", () -> MachineChecks.port(config.server(), dataFolder)));
        config.agents().forEach((name, agent) -> checks.add(new Check("model of " + name, () -> probe.probe(agent))));
        return checks;
    }

    private static String source(LoadedConfig loaded) {
        return loaded.file() == null
                ? "no file, the defaults are in force"
                : loaded.file().toString();
    }
}
