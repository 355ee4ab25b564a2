-- expand
-- What an operator has typed of campaign pages, as a preview shows it, by code name. Previews that were open before have none.
alter table preview_draft add column campaigns jsonb not null default '{}';
