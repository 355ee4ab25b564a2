-- expand
-- When an operator first opened what was sent with a campaign's form. Those sent before this release count as opened.
alter table campaign_submission add column opened_at timestamptz;
update campaign_submission set opened_at = submitted_at;

-- what operators list, of all campaigns, and what they have not opened yet
create index campaign_submission_list on campaign_submission (submitted_at, submission_number);
create index campaign_submission_unopened on campaign_submission (submitted_at, submission_number) where opened_at is null;
