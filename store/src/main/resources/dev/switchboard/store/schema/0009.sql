-- Whether a message's id is its session's, whoever sent it (1), or its peer's (NULL). The two never meet.
ALTER TABLE message ADD COLUMN in_session INTEGER;

DROP INDEX message_key;
CREATE UNIQUE INDEX message_key ON message (channel_id, account_id, peer_id, message_id) WHERE in_session IS NULL;
CREATE UNIQUE INDEX message_key_in_session ON message (session, message_id) WHERE in_session = 1;

-- A message may come before its text: format says what it came in instead, file where that lies while it is kept,
-- unheard is 1 until the text is known. text_hash is then the whole hash of the file.
ALTER TABLE message ADD COLUMN format TEXT;
ALTER TABLE message ADD COLUMN language TEXT;
ALTER TABLE message ADD COLUMN file TEXT;
ALTER TABLE message ADD COLUMN bytes INTEGER;
ALTER TABLE message ADD COLUMN unheard INTEGER;

CREATE INDEX message_file ON message (accepted_at) WHERE file IS NOT NULL;
