-- The focal points of the demo's billboards, where the demo was set up before they were known.
update banner b
set focus_x = f.x, focus_y = f.y, focus_portrait_x = f.portrait_x, focus_portrait_y = f.portrait_y
from (values
  ('demo-billboard-1-tram', 62, 45, 48, 45),
  ('demo-billboard-1-crossing', 70, 58, 44, 50),
  ('demo-billboard-1-liondance', 67, 50, 51, 47),
  ('demo-billboard-1-northtrain', 58, 62, 46, 63),
  ('demo-billboard-1-wok', 64, 60, 50, 55),
  ('demo-billboard-2-liondance', 67, 50, 51, 47),
  ('demo-billboard-2-runway', 55, 45, 38, 42),
  ('demo-billboard-2-lighthouse', 76, 35, 71, 42),
  ('demo-billboard-2-keyhole', 66, 48, 50, 45),
  ('demo-billboard-3-nightshift', 62, 40, 50, 40),
  ('demo-billboard-3-neon', 65, 65, 48, 60),
  ('demo-billboard-3-bambooforest', 64, 65, 50, 65),
  ('demo-billboard-4-ding', 59, 55, 50, 65),
  ('demo-billboard-4-dimsum', 62, 52, 49, 48),
  ('demo-billboard-5-islands', 61, 58, 47, 60),
  ('demo-billboard-5-bamboo', 59, 57, 45, 57)
) as f (banner_id, x, y, portrait_x, portrait_y)
where b.banner_id = f.banner_id and b.focus_x is null and b.focus_portrait_x is null;
