-- The focal point of a banner's images, in percent from the left and from the top: what stays in sight when a screen
-- crops the image. Null takes the screen's own.
alter table banner
  add column focus_x smallint check (focus_x between 0 and 100),
  add column focus_y smallint check (focus_y between 0 and 100),
  add column focus_portrait_x smallint check (focus_portrait_x between 0 and 100),
  add column focus_portrait_y smallint check (focus_portrait_y between 0 and 100),
  add check ((focus_x is null) = (focus_y is null)),
  add check ((focus_portrait_x is null) = (focus_portrait_y is null));
