-- A tiny version as a data URL, which pages carry until the image is there; null until a page needs it.
alter table image add column preview text;
