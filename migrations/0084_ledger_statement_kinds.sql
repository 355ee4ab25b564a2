-- What a line of a statement is about, copied from the transfer, so that a statement narrowed to it or to a bucket is read along an index.
-- Postings of accounts of the service, and those that the release before this one still writes, have '': their transfer is looked at.
-- The postings of wallets that exist are filled in; for that time (about a minute at ten million) purchases wait.
set local statement_timeout = 0;
do $$
declare
  is_separate boolean := exists (select from pg_roles where rolname = 'harbour_ledger') and pg_has_role('harbour_ledger', 'member');
begin
  if is_separate then set local role harbour_ledger; end if;
  alter table posting add column statement_kind text not null default '';
  alter table posting disable trigger posting_append_only;
  update posting p set statement_kind = case
      when t.kind in ('rent', 'restore') then 'rentals'
      when t.kind = 'topup' then 'topups'
      when t.kind = 'plan' then 'plan'
      when t.kind = 'code' then 'codes'
      when t.kind in ('expire', 'forfeit', 'void') then 'lapsed'
      when t.kind in ('hold', 'release', 'capture', 'clawback', 'loss') then 'refunds'
      else 'other' end
    from transfer t where t.transfer_id = p.transfer_id and p.wallet_id is not null;
  alter table posting enable trigger posting_append_only;
  create index posting_by_kind on posting (wallet_id, bucket, statement_kind, posting_id) where wallet_id is not null;
  if is_separate then execute format('set local role %I', session_user); end if;
end $$;
