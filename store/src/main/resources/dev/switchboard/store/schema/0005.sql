-- Whether the sender of a message to a run could answer approvals itself. Of older ones nobody knows: the stricter reading.
ALTER TABLE injection ADD COLUMN may_loosen INTEGER NOT NULL DEFAULT 0;
