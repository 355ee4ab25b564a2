-- Whoever has redeemed a code is no new member again, nor redeems it twice, also after their account was erased: the keyed hash of the
-- number, which names nobody.
alter table code_use add column number_hash bytea;
create unique index code_use_number on code_use (number_hash, code_id);
-- gift cards that were never paid: whom they were for is erased
create index gift_card_unpaid on gift_card (order_id) where code_id is null and sealed is not null;
