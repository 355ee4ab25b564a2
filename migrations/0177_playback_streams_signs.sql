-- expand
-- A sign of life and a report of watch progress change no index, so that they are written within their page (heap-only tuples): a fifth of
-- the log. Streams are deleted by their start; a profile's bookmarks are few enough to be sorted when they are read.
drop index playback_stream_account;
drop index playback_stream_age;
create index playback_stream_account on playback_stream (account_id);
create index playback_stream_started on playback_stream (started_at);
alter table playback_stream set (fillfactor = 70);

drop index bookmark_by_time;
drop index bookmark_by_program;
create index bookmark_by_program on bookmark (profile_id, program_id);
alter table bookmark set (fillfactor = 80);
