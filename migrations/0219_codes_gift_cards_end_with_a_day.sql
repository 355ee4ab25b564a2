-- expand
-- Messages name the last day of a gift card, not a time. What has expired stays so.
update code set expires_at = (date_trunc('day', code.expires_at at time zone 'Asia/Hong_Kong') + interval '1 day') at time zone 'Asia/Hong_Kong'
from gift_card
where gift_card.code_id = code.code_id and gift_card.closed_at is null and code.expires_at > now()
  and code.expires_at <> date_trunc('day', code.expires_at at time zone 'Asia/Hong_Kong') at time zone 'Asia/Hong_Kong';
