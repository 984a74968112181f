package dev.switchboard.edge.net;

/**
 * The listener in numbers.
 *
 * @param openConnections TCP connections, WebSockets included
 * @param openSockets WebSockets
 * @param preAuth connections that have not yet said who they are, those kept between two requests included
 * @param overruns WebSockets closed because their reader was too slow, since the start
 * @param refused connections closed at accept, and upgrades answered with 503, because of a cap, since the start
 */
public record NetStats(int openConnections, int openSockets, int preAuth, long overruns, long refused) {}
