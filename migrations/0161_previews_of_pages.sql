-- expand
-- Drafts of pages that a preview shows, by page: their name and content. Previews that were open before have none.
alter table preview_draft add column pages jsonb not null default '{}';
