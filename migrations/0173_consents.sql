-- expand
-- What a person agreed to and took back, and which text they were shown. The account keeps what holds now; this is how it came to that. It is
-- deleted with the account, and never changed. An earlier release writes the account alone.
create table consent_event (
  consent_event_id bigint generated always as identity primary key,
  account_id text not null references account on delete cascade,
  kind text not null check (kind in ('marketing')),
  -- of contract/accounts.ts; `before`: agreed before texts had versions
  text_version text not null,
  given boolean not null,
  at timestamptz not null
);
create index consent_event_account on consent_event (account_id, at desc);
insert into consent_event (account_id, kind, text_version, given, at)
select account_id, 'marketing', 'before', true, marketing_agreed_at from account where marketing_agreed_at is not null;
create function keep_consent_event() returns trigger language plpgsql as $$
begin
  raise exception 'consent_event is append-only';
end $$;
create trigger keep_consent_event before update on consent_event for each row execute function keep_consent_event();
