package dev.switchboard.core.channel;

import dev.switchboard.core.failure.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * What a dialect asks of admission for one of its messages.
 *
 * @param maxUnfinished how many messages of the session may be without their final event, this one among them and
 *     whatever the others came through
 * @param scope where the id of the message is the only one of its kind
 * @param home whose session it is, if another channel's than the message's: one that this message makes is made as if that
 *     peer had said it
 */
public record AdmissionTerms(
        int maxUnfinished, DedupeScope scope, @Nullable PeerSession home) {
    /** Of those who queue what they say under ids of their own: devices, boards, webhooks. */
    public static final AdmissionTerms OF_A_PEER = new AdmissionTerms(64, DedupeScope.PEER);

    /** Within what an id that comes again is the same message again. The two never meet: an id is either's. */
    public enum DedupeScope {
        /** Channel, account and peer: a device counts its own messages, whatever thread they go to. */
        PEER,
        /** The session: whoever says it, on whatever socket. */
        SESSION
    }

    public AdmissionTerms(int maxUnfinished, DedupeScope scope) {
        this(maxUnfinished, scope, null);
    }

    public AdmissionTerms {
        if (maxUnfinished < 1) {
            throw new IllegalArgumentException("a message that nobody may send needs no terms");
        }
    }

    /** What one is told for whom there is no room. */
    public Admission.Refused refusal(int unfinished) {
        return maxUnfinished == 1
                ? new Admission.Refused(
                        ErrorCode.BUSY,
                        "This session is busy with another message. Send it again when that is answered, or stop it.")
                : new Admission.Refused(
                        ErrorCode.SESSION_FULL,
                        "This session has %d messages waiting already. Send it again when one of them is answered."
                                .formatted(unfinished));
    }
}
