-- What customers of CLP started before 0069 was started by their partner's calls as well.
update agreement set by_partner = true from account a where a.account_id = agreement.account_id and a.partner = 'clp';
update subscription set by_partner = true from account a
  where a.account_id = subscription.account_id and a.partner = 'clp' and subscription.state <> 'ended';
