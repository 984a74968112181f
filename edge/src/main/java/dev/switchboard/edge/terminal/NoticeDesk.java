package dev.switchboard.edge.terminal;

import dev.switchboard.core.channel.PeerNotice;
import dev.switchboard.core.channel.PeerNotice.Code;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What one connection is told about its messages before their answers: of every wait once, and of no wait that is over.
 *
 * <p>Thread: {@code look} on the one that has the device's frame in hand, {@code hear} from anywhere.
 */
final class NoticeDesk {
    private final Consumer<PeerNotice> device;
    private final ReentrantLock lock = new ReentrantLock();
    /** Waits the device was told of and that are not over. */
    private final Set<String> told = new HashSet<>();
    /** What happened since the store was asked what waits; null when it is not being asked. */
    private @Nullable List<PeerNotice> meanwhile = new ArrayList<>();

    /** What is heard is kept until the first {@code look}. */
    NoticeDesk(Consumer<PeerNotice> device) {
        this.device = device;
    }

    /** Tells what waits and was not told yet. What is heard while it is asked for is newer, and comes after it. */
    void look(Supplier<List<PeerNotice>> waiting) {
        lock.lock();
        try {
            if (meanwhile == null) {
                meanwhile = new ArrayList<>();
            }
        } finally {
            lock.unlock();
        }
        List<PeerNotice> found = List.of();
        try {
            found = waiting.get();
        } finally {
            tell(found);
        }
    }

    private void tell(List<PeerNotice> found) {
        lock.lock();
        try {
            var since = meanwhile == null ? List.<PeerNotice>of() : meanwhile;
            meanwhile = null;
            found.stream()
                    .filter(wait ->
                            since.stream().noneMatch(newer -> newer.approvalId().equals(wait.approvalId())))
                    .forEach(this::tell);
            since.forEach(this::tell);
        } finally {
            lock.unlock();
        }
    }

    void hear(PeerNotice notice) {
        lock.lock();
        try {
            if (meanwhile == null) {
                tell(notice);
            } else {
                meanwhile.add(notice);
            }
        } finally {
            lock.unlock();
        }
    }

    private void tell(PeerNotice notice) {
        boolean news = notice.code() == Code.WAITING_FOR_APPROVAL
                ? told.add(notice.approvalId())
                : told.remove(notice.approvalId());
        if (news) {
            device.accept(notice);
        }
    }
}
