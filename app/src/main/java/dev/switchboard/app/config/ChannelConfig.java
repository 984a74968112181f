package dev.switchboard.app.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.switchboard.core.tool.ApprovalMode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One way in: devices on a WebSocket, or a webhook that is answered in its response.
 *
 * @param kind the platform family
 * @param mode the transport; each kind has the one it names
 * @param displayName for people; {@link #displayName(String)} falls back to the channel's id
 * @param agent the agent that answers, by its name in the configuration
 */
public record ChannelConfig(
        boolean enabled,
        @JsonProperty(required = true) Kind kind,
        @JsonProperty(required = true) Mode mode,
        String accountId,
        @Nullable String displayName,
        String agent,
        ChannelSettings config) {

    public static final ChannelConfig DEFAULT = new ChannelConfig(
            true, Kind.TERMINAL, Mode.WEBSOCKET, "local", null, Config.DEFAULT_AGENT, ChannelSettings.DEFAULT);

    /** The channel a device finds when nothing is configured. */
    static final ChannelConfig TERMINAL_DEV = new ChannelConfig(
            true,
            Kind.TERMINAL,
            Mode.WEBSOCKET,
            "local",
            "Terminal Dev",
            Config.DEFAULT_AGENT,
            ChannelSettings.DEFAULT);

    public enum Kind {
        TERMINAL(Mode.WEBSOCKET),
        WEBHOOK(Mode.SYNC);

        private final Mode mode;

        Kind(Mode mode) {
            this.mode = mode;
        }

        @JsonValue
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public enum Mode {
        WEBSOCKET,
        SYNC;

        @JsonValue
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public ChannelConfig {
        new Mistakes()
                .require(
                        mode == kind.mode,
                        "mode",
                        "a %s channel cannot be \"%s\" — write \"%s\""
                                .formatted(kind.wireName(), mode.wireName(), kind.mode.wireName()))
                .require(
                        Names.isName(accountId),
                        "accountId",
                        "\"%s\" cannot be part of a session id — %s".formatted(accountId, Names.RULE))
                .raise();
    }

    public String displayName(String channelId) {
        return displayName == null ? channelId : displayName;
    }

    /** When a person is asked before a tool runs for a message of this channel. Whoever came in unasked is watched. */
    public ApprovalMode approval(ApprovalMode ofAgent) {
        if (config.approval() != null) {
            return config.approval();
        }
        return config.token() == null ? ApprovalMode.ALWAYS_ASK : ofAgent;
    }
}
