-- What a message came with if it is a task, and the run that was named for it when it was accepted. Without its brief
-- when the private record of its run is let go.
CREATE TABLE task (
    message INTEGER PRIMARY KEY REFERENCES message (id),
    run     TEXT    NOT NULL,
    at      INTEGER NOT NULL,
    brief   TEXT
);

CREATE UNIQUE INDEX task_run ON task (run);
