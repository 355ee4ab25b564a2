-- expand
-- When the server of an e-mail address said that there is no such mailbox. Null again once the address is proven, or another one is set.
alter table account add column email_refused_at timestamptz;
