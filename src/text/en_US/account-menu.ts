import type { AccountMenuText } from '../zh_HK/account-menu.ts'

/** The account's part of the header and of the menu drawer. */
export const accountMenu = {
  label: 'Account menu',
  open: (name: string) => `Account menu: ${name}`,
  profiles: 'Profiles',
  kids: 'Kids',
  manage: 'Manage profiles',
  account: 'Account',
  favorite: 'My list',
  watched: 'Viewing history',
  credits: 'Credits',
  tickets: 'Vouchers and tickets',
  creditsLeft: (total: string) => (total === '1' ? '1 credit' : `${total} credits`),
  ticketsLeft: (total: string) => (total === '1' ? '1 voucher or ticket' : `${total} vouchers and tickets`),
  monthly: (credits: string) => `${credits} monthly`,
  extra: (credits: string) => `${credits} extra`,
  listJoin: ', ',
  plan: 'Monthly plan',
  redeem: 'Redeem a code',
  logout: 'Log out',
  failed: 'Couldn’t load',
} satisfies AccountMenuText
