package dev.switchboard.store;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.json.Json;

/** A question as its row has it. */
final class ApprovalJson {
    private ApprovalJson() {}

    static String encode(Approval approval) {
        return Json.mapper().writeValueAsString(approval);
    }

    /** Without secrets also where an older gateway has recorded them: it is there to be shown, the call itself is not in it. */
    static Approval decode(String body, Masking masking) {
        var approval = Json.mapper().readValue(body, Approval.class);
        return approval.showing(masking.mask(approval.arguments()), masking.mask(approval.reason()));
    }
}
