-- Whether a message's id is its session's, whoever sent it (1), or its peer's (NULL). The two never meet.
ALTER TABLE message ADD COLUMN in_session INTEGER;

DROP INDEX message_key;
CREATE UNIQUE INDEX message_key ON message (channel_id, account_id, peer_id, message_id) WHERE in_session IS NULL;
CREATE UNIQUE INDEX message_key_in_session ON message (session, message_id) WHERE in_session = 1;
