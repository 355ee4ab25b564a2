-- The member to whom a gift card was sent, if its recipient has an account; null once erased.
alter table gift_card add column recipient_account_id text references account;
-- How often it was sent again, and when it was sent last.
alter table gift_card add column resends smallint not null default 0;
alter table gift_card add column sent_at timestamptz;

-- the cards that a member was given
create index gift_card_recipient on gift_card (recipient_account_id, bought_at desc) where recipient_account_id is not null;
-- the member of a verified e-mail address
create index account_valid_email on account (lower(email)) where email_valid_at is not null;
