-- expand
-- Held work waits for another operator: no second person approved it, and the operator who answers for it has none of the roles any more.
create function is_held(approved_by text, operator_id text, continued_by text, roles text[]) returns boolean language sql stable as $$
  select approved_by is null and not operator_holds(coalesce(continued_by, operator_id), roles)
$$;
