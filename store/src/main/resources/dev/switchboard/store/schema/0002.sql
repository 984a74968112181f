-- The private record of runs: complete, never shown, read again by the gateway that goes on with a run.

-- The agent a session was switched to.
ALTER TABLE session ADD COLUMN agent TEXT;

-- What a model said when it asked for tools, or when another turn of the run followed.
CREATE TABLE step (
    run               TEXT    NOT NULL,
    step              INTEGER NOT NULL,
    at                INTEGER NOT NULL,
    message           TEXT    NOT NULL,
    prompt_tokens     INTEGER,
    completion_tokens INTEGER,
    cost_micros       INTEGER NOT NULL,
    PRIMARY KEY (run, step)
);

-- A call that was begun; its result lies in a file when it is long.
CREATE TABLE tool_call (
    run         TEXT    NOT NULL,
    step        INTEGER NOT NULL,
    idx         INTEGER NOT NULL,
    started_at  INTEGER NOT NULL,
    finished_at INTEGER,
    event_id    TEXT,
    result      TEXT,
    file        TEXT,
    PRIMARY KEY (run, step, idx)
);

CREATE UNIQUE INDEX tool_call_event ON tool_call (event_id) WHERE event_id IS NOT NULL;

CREATE TABLE approval (
    id          TEXT    PRIMARY KEY,
    run         TEXT    NOT NULL,
    step        INTEGER NOT NULL,
    idx         INTEGER NOT NULL,
    body        TEXT    NOT NULL,
    asked_at    INTEGER NOT NULL,
    answered_at INTEGER,
    approved    INTEGER,
    reason      TEXT,
    code        TEXT
);

CREATE UNIQUE INDEX approval_call ON approval (run, step, idx);
CREATE INDEX approval_open ON approval (asked_at) WHERE answered_at IS NULL;

-- A message sent to a run under way. taken: the step that was the first to hear of it, -1 when the run ended without.
CREATE TABLE injection (
    id         INTEGER PRIMARY KEY,
    run        TEXT    NOT NULL,
    message_id TEXT    NOT NULL,
    mode       TEXT    NOT NULL,
    text       TEXT    NOT NULL,
    at         INTEGER NOT NULL,
    taken      INTEGER
);

CREATE UNIQUE INDEX injection_message ON injection (run, message_id);
CREATE INDEX injection_waiting ON injection (run) WHERE taken IS NULL;

CREATE TABLE process_group (
    id      INTEGER NOT NULL,
    started TEXT    NOT NULL,
    run     TEXT    NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (id, started)
);

CREATE TABLE spending (
    agent  TEXT    NOT NULL,
    period TEXT    NOT NULL,
    micros INTEGER NOT NULL,
    PRIMARY KEY (agent, period)
);
