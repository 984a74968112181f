-- A deleted session keeps its row, for its numbers and for the ids of its messages; who lists or looks does not find it.
ALTER TABLE session ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0;

DROP INDEX session_listed;
CREATE INDEX session_listed ON session (archived, kind, last_at, id) WHERE deleted = 0;

-- One that was begun anew has nothing to show of what was last said, and nothing is to be found out about it.
DROP INDEX session_unfinished;
CREATE INDEX session_unfinished ON session (id) WHERE epoch = 0 AND (name = '' OR (last_text IS NULL AND last_seq > 0));

-- The sessions that were begun anew and of which something is left to be removed: what was said up to mark.
-- state: 0 while it is in the tables and files, 1 while it may be in unused parts of the database and its log, 2 while
-- only what comes late is looked for.
CREATE TABLE erasure (
    session INTEGER PRIMARY KEY REFERENCES session (id),
    mark    INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    state   INTEGER NOT NULL
);
