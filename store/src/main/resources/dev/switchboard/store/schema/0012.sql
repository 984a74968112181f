-- Pinned sessions are shown whatever their age.
CREATE INDEX session_pinned ON session (last_at, id) WHERE pinned = 1;

-- Whether a chat is called by its first words: then its name goes with them.
ALTER TABLE session ADD COLUMN from_words INTEGER NOT NULL DEFAULT 0;

-- A message that was sent to a run, by its id.
CREATE INDEX injection_id ON injection (message_id);

-- The ids of messages that were sent to runs of a session before it was begun anew: they are not taken for new ones.
CREATE TABLE forgotten_injection (
    session    INTEGER NOT NULL REFERENCES session (id),
    message_id TEXT    NOT NULL,
    PRIMARY KEY (session, message_id)
) WITHOUT ROWID;
