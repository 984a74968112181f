-- Times are nanoseconds since 1970, so that an event read back equals the event that was shown live.

CREATE TABLE session (
    id          INTEGER PRIMARY KEY,
    session_id  TEXT    NOT NULL UNIQUE,
    created_at  INTEGER NOT NULL
);

-- One row per admitted message: dedupe record, queue entry and the ledger event user_message in one.
-- delivery: NULL while it is open, 1 when its answer was delivered, 2 when nobody was there to take it.
CREATE TABLE message (
    id          INTEGER PRIMARY KEY,
    session     INTEGER NOT NULL REFERENCES session (id),
    seq         INTEGER NOT NULL,
    event_id    TEXT    NOT NULL,
    channel_id  TEXT    NOT NULL,
    account_id  TEXT    NOT NULL,
    peer_id     TEXT    NOT NULL,
    message_id  TEXT    NOT NULL,
    kind        TEXT    NOT NULL,
    peer_type   TEXT    NOT NULL,
    thread_id   TEXT,
    user_id     TEXT,
    text        TEXT    NOT NULL,
    text_hash   BLOB    NOT NULL,
    accepted_at INTEGER NOT NULL,
    delivery    INTEGER
);

CREATE UNIQUE INDEX message_seq ON message (session, seq);
CREATE UNIQUE INDEX message_key ON message (channel_id, account_id, peer_id, message_id);
-- delivery leads, though it is always NULL here: it makes the planner prefer this index to message_seq.
CREATE INDEX message_open ON message (delivery, session, seq, accepted_at) WHERE delivery IS NULL;
CREATE INDEX message_unclaimed ON message (channel_id, account_id, peer_id, id) WHERE delivery = 2;

-- One row per append; its events share it and take the numbers from seq on.
-- starts: the message a run starts for here. answers: the message this row answers for good. Both name the message by
-- its id and not by session and seq: ids grow over all sessions, so that at any time the busy ends of these indexes are
-- a page or two, and not a page for every session.
CREATE TABLE ledger (
    id      INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES session (id),
    seq     INTEGER NOT NULL,
    events  INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    run     TEXT    NOT NULL,
    starts  INTEGER REFERENCES message (id),
    answers INTEGER REFERENCES message (id),
    body    TEXT    NOT NULL
);

CREATE UNIQUE INDEX ledger_seq ON ledger (session, seq);
-- A message has exactly one final event.
CREATE UNIQUE INDEX ledger_answers ON ledger (answers) WHERE answers IS NOT NULL;
CREATE INDEX ledger_starts ON ledger (starts) WHERE starts IS NOT NULL;
CREATE INDEX ledger_run ON ledger (run) WHERE starts IS NOT NULL;

-- All events a channel had within one commit share a row; at is the time of the newest of them.
CREATE TABLE channel_event (
    id         INTEGER PRIMARY KEY,
    channel_id TEXT    NOT NULL,
    at         INTEGER NOT NULL,
    events     INTEGER NOT NULL,
    body       TEXT    NOT NULL
);

CREATE INDEX channel_event_channel ON channel_event (channel_id, id, at, events);

CREATE TABLE token (
    id         TEXT    PRIMARY KEY,
    name       TEXT    NOT NULL,
    hash       BLOB    NOT NULL UNIQUE,
    sealed     BLOB    NOT NULL,
    scopes     TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER,
    operator   INTEGER NOT NULL DEFAULT 0 -- made from the operator's file; a new one takes the place of the old
);

-- What a readiness probe writes to learn whether writing works.
CREATE TABLE probe (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL
);
