package dev.switchboard.app.conformance.device;

import static dev.switchboard.app.conformance.Verdict.PASS;
import static dev.switchboard.app.conformance.device.DeviceRequirement.NO_OTHER_PATH;
import static dev.switchboard.app.conformance.device.DeviceRequirement.OPENS_URL;
import static dev.switchboard.app.conformance.device.DeviceRequirement.TEXT_ONLY;

import dev.switchboard.app.conformance.Card;
import dev.switchboard.app.conformance.Report;

/** Listens, plays the {@link DeviceScript} to whatever device connects, and tells how it did. */
public final class DeviceGrader {
    private DeviceGrader() {}

    /** Returns when the script is at its end, or when nothing has happened for the patience of the settings. */
    public static Report run(DeviceSettings settings, Tester tester) throws InterruptedException {
        var card = new Card("device", DeviceRequirement.values());
        try (var door = new Door(settings)) {
            tester.connectDevice(door.url(), DeviceScript.TEXTS);
            new DeviceScript(settings, tester, card, door).play();
        } catch (Over _) {
            // the card says how far it got
        }
        if (card.verdict(OPENS_URL) == PASS) {
            card.pass(TEXT_ONLY);
            card.pass(NO_OTHER_PATH);
        }
        return card.report();
    }
}
