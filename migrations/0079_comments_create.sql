-- The mean of a title's votes; 3.5 without votes. `title.score` weighs it with the prior of 3.5.
alter table title add column rating real not null default 3.5;

-- One vote an account and title, whichever profile gives it; in half stars, 2 to 10.
create table rating (
  account_id text not null references account,
  program_id text not null references title on delete cascade,
  halves smallint not null check (halves between 2 and 10),
  rated_at timestamptz not null,
  primary key (account_id, program_id)
);

-- The votes of a title by half stars: element 1 counts one star, element 9 five. Its lock puts the ratings of a title in order.
create table rating_total (
  program_id text primary key references title on delete cascade,
  counts integer[] not null check (cardinality(counts) = 9 and 0 <= all (counts))
);

create table comment (
  comment_id text primary key,
  program_id text not null references title on delete cascade,
  account_id text not null references account,
  profile_id text not null references profile on delete cascade,
  text text not null check (text <> ''),
  spoiler boolean not null,
  status text not null check (status in ('waiting', 'published', 'rejected')),
  -- why it waits or waited: link, word, first, reported, rejected
  review_reasons text[] not null default '{}',
  likes integer not null default 0 check (likes >= 0),
  created_at timestamptz not null,
  edited_at timestamptz
);

create index comment_newest on comment (program_id, created_at desc, comment_id) where status = 'published';
create index comment_liked on comment (program_id, likes desc, created_at desc, comment_id) where status = 'published';
create index comment_of_account on comment (account_id, program_id);
create index comment_of_profile on comment (profile_id);
create index comment_waiting on comment (created_at) where status = 'waiting';

create table comment_like (
  comment_id text not null references comment on delete cascade,
  account_id text not null references account,
  primary key (comment_id, account_id)
);
create index comment_like_of_account on comment_like (account_id);

create table comment_report (
  comment_id text not null references comment on delete cascade,
  account_id text not null references account,
  reason text not null check (reason in ('spoiler', 'abuse', 'advert')),
  reported_at timestamptz not null,
  -- an operator has approved the comment since
  handled_at timestamptz,
  primary key (comment_id, account_id)
);
create index comment_report_of_account on comment_report (account_id);
create index comment_report_open on comment_report (comment_id) where handled_at is null;

-- A comment with one of these waits for review; lower case, without spaces and punctuation. Operators change the list.
create table comment_word (word text primary key check (word <> ''));
insert into comment_word (word) values
  ('whatsapp'), ('telegram'), ('wechat'), ('微信'), ('加我好友'), ('casino'), ('賭場'), ('網上賭博'), ('博彩'), ('體育投注'),
  ('貸款'), ('借錢'), ('免入息證明'), ('代開發票'), ('兼職日薪'), ('日賺'), ('保證回報'), ('加密貨幣投資'), ('盜版'), ('免費下載'),
  ('色情'), ('援交'), ('裸聊'), ('去死'), ('賤人'), ('仆街'), ('白痴'), ('fuck'), ('bitch'), ('nigger');
