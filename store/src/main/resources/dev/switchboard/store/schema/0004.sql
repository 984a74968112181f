-- Who made a token, and who has seen its secret because they rotated it: with either of them it is revoked. Tokens from
-- before have neither.
ALTER TABLE token ADD COLUMN maker TEXT;
ALTER TABLE token ADD COLUMN rotated_by TEXT;
ALTER TABLE token ADD COLUMN seen_at INTEGER;

CREATE INDEX token_maker ON token (maker) WHERE maker IS NOT NULL;
CREATE INDEX token_rotated_by ON token (rotated_by) WHERE rotated_by IS NOT NULL;
CREATE INDEX token_unrevoked ON token (id) WHERE revoked_at IS NULL;

-- Signed-in browsers, found by the hash of their cookie. What a page has to send beside it is made of the cookie and the
-- key file, and kept nowhere.
CREATE TABLE browser (
    id         TEXT    PRIMARY KEY,
    hash       BLOB    NOT NULL UNIQUE,
    token      TEXT    NOT NULL REFERENCES token (id),
    name       TEXT    NOT NULL,
    address    TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL
);

CREATE INDEX browser_token ON browser (token);
CREATE INDEX browser_seen ON browser (seen_at);
