package dev.switchboard.app.conformance.device;

import dev.switchboard.edge.net.SocketListener;
import dev.switchboard.edge.net.WebSocket;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** One connection of the device. Thread: the socket's only fill the queue; the rest is for the script's. */
final class Link implements SocketListener {
    private final int number;
    private final Queue<Event> events;
    private volatile @Nullable WebSocket socket;

    Link(int number, Queue<Event> events) {
        this.number = number;
        this.events = events;
    }

    int number() {
        return number;
    }

    void send(String frame) {
        open().send(frame);
    }

    void authenticated() {
        open().authenticated();
    }

    void close(int code, String reason) {
        open().close(code, reason);
    }

    void cut() {
        open().cut();
    }

    private WebSocket open() {
        var opened = socket;
        if (opened == null) {
            throw new IllegalStateException("the script knows only links that are open");
        }
        return opened;
    }

    @Override
    public void onOpen(WebSocket opened) {
        socket = opened;
        events.add(new Event.Opened(this, System.nanoTime()));
    }

    @Override
    public void onText(String text) {
        events.add(new Event.Said(this, text, System.nanoTime()));
    }

    @Override
    public void onBinary() {
        events.add(new Event.SaidBinary(this));
    }

    @Override
    public void onPing() {
        events.add(new Event.Pinged(this));
    }

    @Override
    public void onClose(int code, String reason) {
        events.add(new Event.Left(this, code));
    }
}
