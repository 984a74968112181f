package dev.switchboard.app.conformance.channel;

import static dev.switchboard.app.conformance.channel.ChannelRequirement.OPENS;

import dev.switchboard.app.conformance.Card;
import dev.switchboard.app.conformance.Report;
import dev.switchboard.app.conformance.Transcript;
import java.net.http.HttpClient;
import java.util.function.Consumer;

/** Tries a server, one requirement after the other, each on connections of its own. */
public final class ChannelGrader {
    private final ChannelChecks checks;
    private final Transcript transcript = new Transcript();
    private final Card card = new Card("server", ChannelRequirement.values());
    private final Consumer<String> says;

    private ChannelGrader(HttpClient http, ChannelSettings settings, Consumer<String> says) {
        this.checks = new ChannelChecks(new Peers(http, settings, transcript));
        this.says = says;
    }

    /** @param says hears a sentence for each thing that is tried */
    public static Report run(ChannelSettings settings, Consumer<String> says) throws InterruptedException {
        try (var http =
                HttpClient.newBuilder().connectTimeout(settings.patience()).build()) {
            return new ChannelGrader(http, settings, says).grade();
        }
    }

    private Report grade() throws InterruptedException {
        for (var requirement : ChannelRequirement.values()) {
            says.accept("Does it do this: %s?".formatted(requirement.title()));
            grade(requirement);
            if (requirement == OPENS && !card.report().passed()) {
                break; // nothing else can be seen
            }
        }
        return card.report();
    }

    private void grade(ChannelRequirement requirement) throws InterruptedException {
        int mark = transcript.mark();
        try {
            var occasion = checks.check(requirement);
            if (occasion.isEmpty()) {
                card.pass(requirement);
            } else {
                card.notSeen(requirement, occasion);
            }
        } catch (Disappointment e) {
            card.fail(requirement, String.valueOf(e.getMessage()), transcript.since(mark));
        }
    }
}
