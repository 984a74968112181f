package dev.switchboard.store;

import dev.switchboard.core.channel.AdmissionTerms;
import dev.switchboard.core.channel.PeerSession;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.core.message.InboundMessage;
import dev.switchboard.core.message.OneLine;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.core.session.Sessions;
import dev.switchboard.json.text.Shortened;

/** The session that a message makes if it is the first one in it. */
final class NewSessions {
    /** Of a goal as the name of its task. */
    private static final int MAX_GOAL = 80;

    /** What of a text is looked at for its first line: a goal may be long, and a name is short. */
    private static final int LOOKED_AT = 2_000;

    /** A task nothing is known of. */
    static final String UNNAMED_TASK = "Task";

    static final String UNNAMED_CHAT = "Chat";

    private NewSessions() {}

    static SessionRows.NewRow of(InboundMessage message, AdmissionTerms terms, Masking masking) {
        var identity = message.identity();
        var brief = message.brief();
        if (brief != null) {
            return new SessionRows.NewRow(
                    SessionKind.TASK,
                    goalName(message.text(), masking),
                    brief.agent(),
                    identity.channelId(),
                    null,
                    null,
                    null,
                    false);
        }
        var home = terms.home();
        if (home != null) {
            return chat(peerName(home.name(), masking), home.channel().channelId(), false);
        }
        // Whose ids are a session's speaks for nobody in particular: its chats are told apart by what they are about.
        boolean fromWords = terms.scope() == AdmissionTerms.DedupeScope.SESSION;
        return chat(
                fromWords
                        ? shown(message.text(), MAX_GOAL, masking)
                        : peerName(PeerSession.name(identity.peerId(), identity.threadId()), masking),
                identity.channelId(),
                fromWords);
    }

    static SessionRows.NewRow chat(String name, String channel, boolean fromWords) {
        return new SessionRows.NewRow(
                SessionKind.CHAT, name.isEmpty() ? UNNAMED_CHAT : name, null, channel, null, null, null, fromWords);
    }

    private static String peerName(String name, Masking masking) {
        return OneLine.of(masking.mask(name), Sessions.MAX_NAME);
    }

    /** Never empty. */
    static String goalName(String goal, Masking masking) {
        var name = shown(goal, MAX_GOAL, masking);
        return name.isEmpty() ? UNNAMED_TASK : name;
    }

    /** The beginning of a text, without secrets; half of one at a cut is one too. */
    static String shown(String text, int most, Masking masking) {
        var beginning = Shortened.first(LOOKED_AT, text);
        var masked =
                beginning.length() < text.length() ? masking.maskCut(beginning) + Shortened.CUT : masking.mask(text);
        return OneLine.of(masked, most);
    }

    /** As much of a text as {@link #shown} looks at, and a little that tells of more. */
    static String enough(String text) {
        return text.length() <= LOOKED_AT + 1 ? text : text.substring(0, LOOKED_AT + 1);
    }
}
