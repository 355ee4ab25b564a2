-- Messages to people without an account, which are deleted 30 days after they were queued.
create index outbox_message_unowned on outbox_message (created_at) where account_id is null;
