package dev.switchboard.edge.channel;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.switchboard.core.channel.ChannelAdapter;
import dev.switchboard.core.channel.ChannelEvent;
import dev.switchboard.core.channel.ChannelEventLog;
import dev.switchboard.core.channel.ChannelManager;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.edge.auth.Doorway;
import dev.switchboard.edge.http.Access;
import dev.switchboard.edge.http.Call;
import dev.switchboard.edge.http.Replies;
import dev.switchboard.edge.http.Route;
import dev.switchboard.edge.net.Response;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** What the channels are and what they did. */
public final class ChannelsApi {
    private static final int DEFAULT_EVENTS = 100;
    private static final int MAX_EVENTS = Ledger.MAX_PAGE;

    /** An agent as the status names it. */
    @JsonNaming(SnakeCaseStrategy.class)
    public record AgentLine(String agentId, String model) {}

    record ChannelList(List<ChannelLine> channels) {}

    @JsonNaming(SnakeCaseStrategy.class)
    record Status(String version, long uptimeMs, List<AgentLine> agents, List<ChannelLine> channels) {}

    @JsonNaming(SnakeCaseStrategy.class)
    record ChannelLine(
            String channelId,
            String kind,
            String mode,
            String displayName,
            boolean enabled,
            String state,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String error,

            String accountId,
            @Nullable Instant lastEventAt,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String websocketUrl,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String webhookUrl,

            List<String> capabilities,
            int connectedPeers,
            List<DeviceLine> devices) {}

    @JsonNaming(SnakeCaseStrategy.class)
    record DeviceLine(String peerId, @Nullable String deviceName, Instant connectedAt) {
        static DeviceLine of(ChannelAdapter.Device device) {
            return new DeviceLine(device.peerId(), device.deviceName(), device.connectedAt());
        }
    }

    record EventList(List<EventLine> events) {}

    @JsonNaming(SnakeCaseStrategy.class)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record EventLine(
            String type,
            Instant at,
            @Nullable String peerId,
            @Nullable String sessionId,
            @Nullable String messageId,
            @Nullable String runId,
            @Nullable String preview) {
        static EventLine of(ChannelEvent event) {
            SessionId session = event.session();
            RunId run = event.run();
            return new EventLine(
                    event.type().wireName(),
                    event.at(),
                    event.peerId(),
                    session == null ? null : session.value(),
                    event.messageId(),
                    run == null ? null : run.value(),
                    event.preview());
        }
    }

    private final ChannelManager channels;
    private final ChannelEventLog events;
    private final Doorway doorway;
    private final String version;
    private final List<AgentLine> agents;
    private final Clock clock;
    private final Instant startedAt;

    public ChannelsApi(
            ChannelManager channels,
            ChannelEventLog events,
            Doorway doorway,
            String version,
            List<AgentLine> agents,
            Clock clock) {
        this.channels = channels;
        this.events = events;
        this.doorway = doorway;
        this.version = version;
        this.agents = List.copyOf(agents);
        this.clock = clock;
        this.startedAt = clock.instant();
    }

    public List<Route> routes() {
        var reading = new Access.Needs(Scope.STATUS_READ);
        return List.of(
                new Route("GET", "/api/status", reading, this::status),
                new Route("GET", "/api/channels", reading, call -> Replies.json(200, new ChannelList(lines(call)))),
                new Route("GET", "/api/channels/{channel_id}/events", reading, this::events));
    }

    private Response status(Call call) {
        var uptime = Duration.between(startedAt, clock.instant()).toMillis();
        return Replies.json(200, new Status(version, uptime, agents, lines(call)));
    }

    private Response events(Call call) {
        var channel = call.variable("channel_id");
        if (channels.adapter(channel).isEmpty()) {
            return Replies.notFound("There is no such channel. GET /api/channels lists those there are.");
        }
        var limit = (int) call.number("limit", DEFAULT_EVENTS, 1, MAX_EVENTS);
        return Replies.json(
                200,
                new EventList(events.latest(channel, limit).stream()
                        .map(EventLine::of)
                        .toList()));
    }

    private List<ChannelLine> lines(Call call) {
        return channels.statuses().stream().map(status -> line(status, call)).toList();
    }

    private ChannelLine line(ChannelManager.Status status, Call call) {
        var settings = status.settings();
        var url = doorway.baseUrl(call.request()) + status.path();
        var isSocket = settings.mode().equals("websocket");
        return new ChannelLine(
                settings.channelId(),
                settings.kind(),
                settings.mode(),
                settings.displayName(),
                settings.enabled(),
                status.state().name().toLowerCase(Locale.ROOT),
                status.error(),
                settings.accountId(),
                status.lastEventAt(),
                isSocket ? url.replaceFirst("^http", "ws") : null,
                isSocket ? null : url,
                status.capabilities(),
                status.devices().size(),
                status.devices().stream().map(DeviceLine::of).toList());
    }
}
