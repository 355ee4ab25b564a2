-- The wording of the built-in tabs and rows; what an operator has changed stays.
update tab set name_en = 'Private cinema' where tab_id = '6' and name_en = 'Private Cinema';
update tab set name_en = 'Special sales' where tab_id = '11' and name_en = 'Special Sales';
update tab set name_en = 'Student reviews' where tab_id = '12' and name_en = 'Student Reviews';
update category set subtitle_zh = '毋須登入' where category_id = 'free' and subtitle_zh = '無須登入';
update category set subtitle_en = 'No login needed' where category_id = 'free' and subtitle_en = 'No sign-in needed';
