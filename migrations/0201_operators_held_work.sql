-- expand
-- What an operator has ordered alone is held once they are disabled or have lost the role, until another one continues it in their own name.
-- What a second person approved goes on. True for an operator that is not in the table: commands.
create function operator_holds(id text, held text[]) returns boolean language sql stable as $$
  select coalesce((select o.disabled_at is null and o.roles && held from operator o where o.operator_id = id), true)
$$;
alter table bulk_job add column continued_by text references operator, add column continued_actor text, add column continued_at timestamptz;
alter table title_import add column continued_by text references operator, add column continued_actor text, add column continued_at timestamptz;
alter table announcement add column continued_by text references operator, add column continued_at timestamptz;
