package dev.switchboard.app.conformance.channel;

import dev.switchboard.app.conformance.Requirement;

/** What is asked of a server, in the order it is tried. */
public enum ChannelRequirement implements Requirement {
    OPENS("opens a WebSocket at the URL"),
    CONNECTED("answers connect with channel_id and session_id"),
    PONG("answers ping with pong"),
    MESSAGE_BEFORE_CONNECT("refuses a message before connect and lives on"),
    PEER_ID_REQUIRED("refuses a connect without peer_id and lives on"),
    MESSAGE_ID_REQUIRED("refuses a message without message_id and lives on"),
    TEXT_REQUIRED("refuses a message without text and lives on"),
    UNKNOWN_TYPE("refuses an unknown frame type and lives on"),
    NOT_JSON("refuses what is not JSON and lives on"),
    UNKNOWN_FIELDS("ignores unknown fields"),
    ACK_FIRST("acknowledges a message before it replies"),
    REPLY("replies with all fields of an assistant message"),
    DUPLICATE_ANSWERED("gives the same reply for an id that was answered"),
    DUPLICATE_PENDING("says pending for an id that is being worked on"),
    SAME_SESSION("keeps the session of a peer that comes back"),
    NEWEST_CONNECTION("replies on a peer's newest connection"),
    LOST_REPLY("gives a reply that was missed when its id is sent again"),
    OTHER_SESSION("gives another peer another session");

    private final String title;

    ChannelRequirement(String title) {
        this.title = title;
    }

    @Override
    public String title() {
        return title;
    }
}
