-- expand
-- Whether an encoder runs ffmpeg confined to the files of one film. Null of other processes, and of an encoder that has not found out yet.
alter table node add column encoder_confined boolean;
