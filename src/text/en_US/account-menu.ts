import type { AccountMenuText } from '../zh_HK/account-menu.ts'

/** The account's part of the header and of the menu drawer. */
export const accountMenu = {
  label: 'Account menu',
  open: (name: string) => `Account menu: ${name}`,
  profiles: 'Profiles',
  kids: 'Kids',
  manage: 'Manage profiles',
  account: 'Account',
  credits: 'Credits',
  tickets: 'Cinema tickets',
  creditsLeft: (total: string) => `${total} credits`,
  ticketsLeft: (total: string) => `${total} tickets`,
  creditsParts: (monthly: string, extra: string) => `Monthly credits ${monthly}, extra credits ${extra}`,
  logout: 'Log out',
  failed: 'Could not be loaded',
} satisfies AccountMenuText
