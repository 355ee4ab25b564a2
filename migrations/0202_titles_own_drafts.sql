-- expand
-- Small table: title_draft.
-- The drafts of one operator, the newest first.
create index title_draft_operator on title_draft (operator_id, saved_at desc);
