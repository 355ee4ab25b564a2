-- expand
-- The showtimes of a cinema, and those of a day, as the console lists them; a new one looks for another at the same start.
create index showtime_cinema on showtime (cinema_id, starts_at);
create index showtime_start on showtime (starts_at);
