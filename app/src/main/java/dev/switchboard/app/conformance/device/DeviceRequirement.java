package dev.switchboard.app.conformance.device;

import dev.switchboard.app.conformance.Requirement;

/** What is asked of a device: the acceptance checklist of the client guide, and what it says elsewhere in it. */
public enum DeviceRequirement implements Requirement {
    OPENS_URL("opens the configured WebSocket URL"),
    CONNECT_FIRST("sends connect first and at once, with its peer_id"),
    LOGS_SESSION("logs connected.session_id"),
    UNIQUE_IDS("sends each text under a message_id of its own"),
    ONE_TURN("waits for its ack and its reply before the next text"),
    SHOWS_REPLY("displays the text of the reply"),
    UNKNOWN_IGNORED("ignores unknown fields and frames"),
    DUPLICATE_REPLY("takes the reply from a duplicate's ack"),
    PENDING("keeps waiting while a duplicate is pending"),
    ERROR_KEEPS_OPEN("keeps the connection open after an error"),
    ERROR_NEW_ID("goes on under a new id after an error"),
    REFUSED_SAME_ID("sends what was not recorded again, under the same id"),
    RECONNECTS("reconnects with the same peer_id"),
    SENDS_AGAIN("sends the unanswered id again after a cut"),
    BACKOFF("waits longer before each attempt to reconnect"),
    PING("sends a ping in every heartbeat"),
    TEXT_ONLY("sends only connect, message and ping, as JSON text"),
    NO_OTHER_PATH("does not use REST chat or /ws/{session_id}");

    private final String title;

    DeviceRequirement(String title) {
        this.title = title;
    }

    @Override
    public String title() {
        return title;
    }
}
