package dev.switchboard.app.conformance.device;

import java.net.URI;

/** The person at the device, or a program in their place. Thread: the grader's; it waits until these return. */
public interface Tester {
    /** The gateway listens: let a device connect here and send at least so many texts, one when each is answered. */
    void connectDevice(URI url, int texts);

    /** One sentence about what comes now and what to do. */
    void told(String sentence);
}
