-- expand
-- Fields of an approval's input that are personal: no list shows them, and they go once it is decided or expired.
alter table approval add column withheld text[] not null default '{}';
update approval set withheld = '{mobileno}' where endpoint = '/customers/changeNumber';
