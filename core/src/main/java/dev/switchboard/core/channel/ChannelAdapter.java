package dev.switchboard.core.channel;

import dev.switchboard.core.message.OutboundMessage;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One channel's way to its peers: frames to drafts, answers to frames, and nothing else. */
public interface ChannelAdapter {

    /** A peer that is there now. */
    record Device(String peerId, @Nullable String deviceName, Instant connectedAt) {}

    /** Told exactly once what became of an answer. */
    interface Receipt {
        /** The write completed. */
        void delivered();

        /** Nobody was there to take it. */
        void unclaimed();
    }

    ChannelSettings settings();

    /** What the channel can do, in the words of its status. */
    List<String> capabilities();

    /** The path clients connect to, without host. */
    String path();

    List<Device> devices();

    /** Whether this peer is there and asked for answers that found nobody. */
    boolean wantsUnclaimed(String peerId);

    /** Tells this peer about one of its messages, if it is there and asked to be told. Never blocks. */
    default void tell(String peerId, PeerNotice notice) {}

    /** Never blocks. The connection is looked up now, after the answer was committed. */
    void send(OutboundMessage message, Receipt receipt);

    /**
     * Gets ready for peers. Called once, before anybody comes.
     *
     * @throws RuntimeException in words for the person who runs this gateway: the channel's state is then {@code error},
     *     and nobody is let in
     */
    default void start() {}

    /** Says goodbye to everyone who is connected. */
    void stop();
}
