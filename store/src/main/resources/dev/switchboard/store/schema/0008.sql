-- What people have told a run to stop for, so that whoever runs it finds it among a thousand others. Why they want it is in
-- the event they have recorded with it: the ledger's row of this number.
CREATE TABLE stop (
    id      INTEGER PRIMARY KEY,
    run     TEXT    NOT NULL,
    session INTEGER NOT NULL REFERENCES session (id),
    seq     INTEGER NOT NULL,
    killed  INTEGER NOT NULL,
    at      INTEGER NOT NULL
);

CREATE INDEX stop_run ON stop (run);
