package dev.switchboard.edge.channel;

import dev.switchboard.core.channel.ChannelAdapter;
import dev.switchboard.core.channel.ChannelManager;
import dev.switchboard.edge.auth.DoorKeeper;
import dev.switchboard.edge.http.Access;
import dev.switchboard.edge.http.Call;
import dev.switchboard.edge.http.Replies;
import dev.switchboard.edge.http.Route;
import dev.switchboard.edge.net.Response;
import dev.switchboard.edge.terminal.TerminalWebSocketAdapter;
import dev.switchboard.edge.webhook.WebhookAdapter;
import dev.switchboard.edge.webhook.WebhookExchange;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** The doors of the channels: a socket for devices, a POST for webhooks. */
public final class ChannelRoutes {
    private final ChannelManager channels;
    private final ChannelDoor door;

    public ChannelRoutes(ChannelManager channels, ChannelDoor door) {
        this.channels = channels;
        this.door = door;
    }

    public List<Route> routes() {
        return List.of(
                new Route(
                        "GET",
                        "/api/channels/{channel_id}/ws",
                        new Access.InBand("the channel's token, or this machine alone"),
                        call -> enter(call, TerminalWebSocketAdapter.class, this::socket)),
                new Route(
                        "POST",
                        "/api/channels/{channel_id}/webhook",
                        new Access.InBand("the channel's token, or this machine alone", this::refuseWebhook),
                        call -> refuseWebhook(call)
                                .<Response>map(refusal -> refusal)
                                .orElseGet(() -> enter(
                                        call,
                                        WebhookAdapter.class,
                                        (asked, adapter) -> WebhookExchange.answer(adapter, asked)))));
    }

    private <A extends ChannelAdapter> Response enter(Call call, Class<A> kind, BiFunction<Call, A, Response> next) {
        var channel = call.variable("channel_id");
        var adapter = channels.adapter(channel);
        return refuse(channel, adapter, kind)
                .<Response>map(refusal -> refusal)
                .orElseGet(() -> next.apply(call, kind.cast(adapter.orElseThrow())));
    }

    private Optional<Response.Full> refuse(String channel, Optional<ChannelAdapter> adapter, Class<?> kind) {
        if (channels.error(channel).isPresent()) {
            return Optional.of(
                    Replies.error(503, "channel_error", "This channel could not start. GET /api/channels says why."));
        }
        if (adapter.isEmpty() || !kind.isInstance(adapter.get())) {
            return Optional.of(
                    Replies.notFound("There is no such channel here. GET /api/channels lists those there are."));
        }
        return adapter.get().settings().enabled()
                ? Optional.empty()
                : Optional.of(Replies.error(403, "channel_disabled", "This channel is disabled in the configuration."));
    }

    private Response socket(Call call, TerminalWebSocketAdapter adapter) {
        return switch (door.enter(adapter.settings(), call.request())) {
            case ChannelDoor.Entry.Refused(var answer) -> answer;
            case ChannelDoor.Entry.Admitted() -> open(call, adapter, _ -> DoorKeeper.Verdict.WELCOME);
            case ChannelDoor.Entry.ToBeProven(var keeper) -> open(call, adapter, keeper);
        };
    }

    private static Response open(Call call, TerminalWebSocketAdapter adapter, DoorKeeper keeper) {
        return call.request().upgrade()
                ? new Response.Upgrade(adapter.socketSettings(), adapter.accept(keeper))
                : Replies.upgradeRequired();
    }

    /** All that can be wrong before the body has come. */
    private Optional<Response.Full> refuseWebhook(Call call) {
        var channel = call.variable("channel_id");
        var adapter = channels.adapter(channel);
        return refuse(channel, adapter, WebhookAdapter.class)
                .or(() -> adapter.flatMap(found -> switch (door.enter(found.settings(), call.request())) {
                    case ChannelDoor.Entry.Refused(var answer) -> Optional.of(answer);
                    case ChannelDoor.Entry.Admitted() -> Optional.<Response.Full>empty();
                    case ChannelDoor.Entry.ToBeProven _ ->
                        Optional.of(Replies.unauthorized(
                                "This channel needs its token. Send it as Authorization: Bearer."));
                }));
    }
}
