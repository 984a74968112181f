package dev.switchboard.edge.net;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Writes down what it hears, and can be told to echo or to be authenticated at once. */
class RecordingListener implements SocketListener {
    final CompletableFuture<WebSocket> opened = new CompletableFuture<>();
    final CompletableFuture<String> closed = new CompletableFuture<>();
    final List<String> heard = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void onOpen(WebSocket socket) {
        socket.authenticated();
        opened.complete(socket);
    }

    @Override
    public void onText(String text) {
        heard.add(text);
    }

    @Override
    public void onBinary() {
        heard.add("<binary>");
    }

    @Override
    public void onClose(int code, String reason) {
        heard.add("<close " + code + ">");
        closed.complete(code + " " + reason);
    }

    WebSocket socket() throws Exception {
        return opened.get(60, TimeUnit.SECONDS);
    }

    String closed() throws Exception {
        return closed.get(60, TimeUnit.SECONDS);
    }

    static class Echo extends RecordingListener {
        @Override
        public void onText(String text) {
            super.onText(text);
            opened.join().send(text);
        }
    }
}
