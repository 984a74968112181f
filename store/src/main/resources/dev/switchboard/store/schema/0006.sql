-- A session is a thing of its own. agent stays what it was given or switched to. last_at, last_seq and last_text follow
-- the ledger by a second, all sessions' in one transaction. name may be '' only between here and the first start, which
-- names tasks after their goals and writes down what was last said, without secrets, which no script knows.
ALTER TABLE session ADD COLUMN kind TEXT NOT NULL DEFAULT 'chat';
ALTER TABLE session ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN channel TEXT;
ALTER TABLE session ADD COLUMN working_dir TEXT;
ALTER TABLE session ADD COLUMN native_id TEXT;
ALTER TABLE session ADD COLUMN request_id TEXT;
ALTER TABLE session ADD COLUMN last_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN last_seq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN last_text TEXT;
ALTER TABLE session ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;
-- Events up to low_water are gone. epoch counts how often a session was begun anew.
ALTER TABLE session ADD COLUMN low_water INTEGER NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;

UPDATE session SET
    channel = m.channel_id,
    kind = CASE WHEN EXISTS (SELECT 1 FROM task t WHERE t.message = m.id) THEN 'task' ELSE 'chat' END,
    name = CASE WHEN EXISTS (SELECT 1 FROM task t WHERE t.message = m.id) THEN ''
        WHEN m.thread_id IS NULL THEN m.peer_id ELSE m.peer_id || ' · ' || m.thread_id END,
    agent = coalesce(session.agent, (SELECT json_extract(t.brief, '$.agent') FROM task t WHERE t.message = m.id))
FROM message m WHERE m.session = session.id
    AND m.seq = (SELECT min(f.seq) FROM message f WHERE f.session = session.id);

-- Nobody ever spoke in it, so there is nothing else to call it by.
UPDATE session SET name = session_id
WHERE name = '' AND NOT EXISTS (SELECT 1 FROM message m WHERE m.session = session.id);

UPDATE session SET
    last_seq = max(
        coalesce((SELECT m.seq FROM message m WHERE m.session = session.id ORDER BY m.seq DESC LIMIT 1), 0),
        coalesce((SELECT l.seq + l.events - 1 FROM ledger l WHERE l.session = session.id ORDER BY l.seq DESC LIMIT 1), 0)),
    last_at = max(
        created_at,
        coalesce((SELECT m.accepted_at FROM message m WHERE m.session = session.id ORDER BY m.seq DESC LIMIT 1), 0),
        coalesce((SELECT l.at FROM ledger l WHERE l.session = session.id ORDER BY l.seq DESC LIMIT 1), 0));

CREATE INDEX session_listed ON session (archived, kind, last_at, id);
CREATE UNIQUE INDEX session_request ON session (request_id) WHERE request_id IS NOT NULL;
CREATE INDEX session_unfinished ON session (id) WHERE name = '' OR (last_text IS NULL AND last_seq > 0);

-- The session of an approval, so that those who wait are found without their runs.
ALTER TABLE approval ADD COLUMN session INTEGER REFERENCES session (id);

UPDATE approval SET session = (SELECT l.session FROM ledger l WHERE l.run = approval.run AND l.starts IS NOT NULL LIMIT 1)
WHERE answered_at IS NULL;

CREATE INDEX approval_waiting ON approval (session) WHERE answered_at IS NULL;

-- How far those who come behind have come: everything up to these rows of message and ledger is done.
CREATE TABLE mark (
    name    TEXT    PRIMARY KEY,
    message INTEGER NOT NULL,
    ledger  INTEGER NOT NULL
);

INSERT INTO mark (name, message, ledger) VALUES
    ('activity', coalesce((SELECT max(id) FROM message), 0), coalesce((SELECT max(id) FROM ledger), 0)),
    ('search', 0, 0);

-- What was said, as it is shown, for the index of its words. Filled behind the ledger, oldest first.
-- who: 1 you, 2 agent, 3 tool.
CREATE TABLE said (
    id      INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES session (id),
    seq     INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    who     INTEGER NOT NULL,
    text    TEXT    NOT NULL
);

CREATE UNIQUE INDEX said_seq ON said (session, seq);
CREATE VIRTUAL TABLE said_words USING fts5 (text, content = 'said', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2');

-- What is taken out of the index leaves no trace in it.
INSERT INTO said_words (said_words, rank) VALUES ('secure-delete', 1);
