package dev.switchboard.edge.net;

import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Collects what Netty says of buffers that were never released, every one of them looked at. */
final class Leaks {
    private static final List<String> reports = new CopyOnWriteArrayList<>();

    private Leaks() {}

    /** Before the first buffer is made. */
    static void watch() {
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
        ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new ResourceLeakDetectorFactory() {
            @Override
            @SuppressWarnings("deprecation")
            public <T> ResourceLeakDetector<T> newResourceLeakDetector(Class<T> resource, int interval, long max) {
                return new ResourceLeakDetector<>(resource, interval) {
                    @Override
                    protected boolean needReport() {
                        return true;
                    }

                    @Override
                    protected void reportTracedLeak(String resourceType, String records) {
                        reports.add(resourceType + records);
                    }

                    @Override
                    protected void reportUntracedLeak(String resourceType) {
                        reports.add(resourceType);
                    }
                };
            }
        });
    }

    /** And forgets them. */
    static List<String> reports() {
        var taken = List.copyOf(reports);
        reports.removeAll(taken);
        return taken;
    }
}
