package dev.switchboard.core.channel;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells whoever shows it which peers come and go. Adapters know who is there; this only says when that changed. */
public final class Presence {
    private static final Logger log = LoggerFactory.getLogger(Presence.class);

    /** @param left false if it has come */
    public record Change(String channelId, ChannelAdapter.Device device, boolean left) {}

    private final List<Consumer<Change>> listeners = new CopyOnWriteArrayList<>();

    /** Hears of every change from now on, on the thread that caused it: be quick. */
    public void subscribe(Consumer<Change> listener) {
        listeners.add(listener);
    }

    public void came(String channelId, ChannelAdapter.Device device) {
        tell(new Change(channelId, device, false));
    }

    public void left(String channelId, ChannelAdapter.Device device) {
        tell(new Change(channelId, device, true));
    }

    private void tell(Change change) {
        for (var listener : listeners) {
            try {
                listener.accept(change);
            } catch (RuntimeException | Error e) {
                log.warn("somebody who watches devices failed", e);
            }
        }
    }
}
