-- expand
-- Which agreement an operator cancelled: the member may have another one by the time the provider answers. Null from nodes of before.
alter table plan_cancellation add column agreement_id text;
update plan_cancellation c set agreement_id = s.agreement_id
from subscription s
where s.account_id = c.account_id and s.agreement_id is not null and s.state in ('trial', 'active', 'past_due');
