-- expand
-- concurrently
-- What the audit log lists of one action, however rare. Takes some seconds for each million of entries (decision 131).
create index concurrently audit_entry_by_action on audit_entry (action, audit_entry_id desc);
