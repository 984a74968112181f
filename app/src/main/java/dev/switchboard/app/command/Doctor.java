package dev.switchboard.app.command;

import dev.switchboard.app.doctor.Check;
import dev.switchboard.app.doctor.Examination;
import dev.switchboard.app.doctor.Finding;
import dev.switchboard.app.doctor.Finding.Fine;
import dev.switchboard.app.doctor.Finding.Skipped;
import dev.switchboard.app.doctor.Finding.Wrong;
import dev.switchboard.app.doctor.ModelProbe;
import dev.switchboard.cli.option.Options;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
        name = "doctor",
        description = "look at everything a gateway needs and say how to mend it",
        footerHeading = Program.EXAMPLE,
        footer = "  switchboard doctor --port 18081")
final class Doctor implements Callable<Integer>, Described {
    private final ConfigOptions options;
    private final ModelProbe probe;
    private final Clock clock;
    private final Screen screen;

    Doctor(ConfigOptions options, ModelProbe probe, Clock clock, Screen screen) {
        this.options = options;
        this.probe = probe;
        this.clock = clock;
        this.screen = screen;
    }

    @Override
    public Options options() {
        return options.all();
    }

    @Override
    public Integer call() {
        boolean allFine = true;
        for (Check check : new Examination(options.dataFolder(), probe, clock).checks(options::load)) {
            Finding finding = find(check);
            allFine &= !(finding instanceof Wrong);
            screen.out().println(line(check.subject(), finding));
        }
        return allFine ? 0 : 1;
    }

    private static Finding find(Check check) {
        try {
            return check.look().find();
        } catch (Exception e) {
            return new Wrong("could not be looked at (%s)".formatted(e), "run it again, or report this line");
        }
    }

    private String line(String subject, Finding finding) {
        String name = "%-16s ".formatted(subject);
        return switch (finding) {
            case Fine(var what) -> screen.painted("32", "✓ ") + name + what;
            case Wrong(var what, var fix) -> screen.painted("1;31", "✗ ") + name + what + " — " + fix;
            case Skipped(var why) -> screen.painted("2", "- ") + name + "not looked at: " + why;
        };
    }
}
