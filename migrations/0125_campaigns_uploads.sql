-- A picture of a submission is kept as long as the submission.
delete from campaign_upload c where not exists (select from upload u where u.upload_id = c.upload_id);
alter table campaign_upload add constraint campaign_upload_upload foreign key (upload_id) references upload;
