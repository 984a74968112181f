package dev.switchboard.tools.web;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.function.LongConsumer;

/**
 * Asks one server for one page, over HTTP/1.1 and a connection of its own. It sends no cookies and keeps none.
 *
 * <p>Thread: a virtual one, so that an interrupt closes the socket it is blocked on.
 */
final class HttpGet {
    /** @param body empty for a redirect: nobody reads it */
    record Response(ResponseHead head, Body body) {}

    private static final Body NOT_READ = new Body(new byte[0], false);

    private final PinnedSockets sockets;
    private final int bodyBytes;

    HttpGet(PinnedSockets sockets, int bodyBytes) {
        this.sockets = sockets;
        this.bodyBytes = bodyBytes;
    }

    /** @param held told how much was read so far */
    Response get(WebUrl url, LongConsumer held) throws IOException, InterruptedException {
        try (Socket socket = sockets.open(url)) {
            socket.getOutputStream().write(request(url));
            InputStream in = new BufferedInputStream(socket.getInputStream(), 16 * 1024);
            ResponseHead head = ResponseHead.read(in);
            if (head.isRedirect()) {
                return new Response(head, NOT_READ);
            }
            // Known before it is read: a film is not loaded to find that it is no text.
            ContentType.of(head).requireReadable();
            return new Response(head, Body.read(head, in, bodyBytes, held));
        } catch (FetchFailed e) {
            throw e;
        } catch (EOFException e) {
            throw new FetchFailed(
                    "the connection to %s was cut before the page was complete".formatted(url.authority()));
        } catch (IOException e) {
            throw new FetchFailed("the connection to %s broke: %s".formatted(url.authority(), e.getMessage()));
        }
    }

    private static byte[] request(WebUrl url) {
        return """
            GET %s HTTP/1.1\r
            Host: %s\r
            User-Agent: switchboard\r
            Accept: text/html, application/xhtml+xml, text/*;q=0.9, application/json;q=0.9, */*;q=0.5\r
            Accept-Encoding: gzip, deflate\r
            Connection: close\r
            \r
            """.formatted(url.target(), url.authority()).getBytes(StandardCharsets.US_ASCII);
    }
}
