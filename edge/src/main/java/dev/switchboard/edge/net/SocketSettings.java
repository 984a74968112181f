package dev.switchboard.edge.net;

import java.time.Duration;

/**
 * What holds for one WebSocket.
 *
 * @param heartbeat a WebSocket ping is sent this often; no frame for three of these closes the socket
 * @param greetingWithin closed with 1008 if {@link WebSocket#authenticated()} was not called by then
 * @param maxFrame bytes of a message once authenticated; 64 KiB before. More closes with 1009
 * @param outboxBytes what may wait to be written; more closes with 1013
 * @param outboxFrames likewise
 */
public record SocketSettings(
        Duration heartbeat, Duration greetingWithin, int maxFrame, int outboxBytes, int outboxFrames) {

    public static final int MAX_FRAME_BEFORE_AUTHENTICATION = 64 * 1024;
}
