import type { AccountsText } from '../zh_HK/accounts.ts'

/** Words about accounts that the server says. */
export const accounts = {
  unknownDevice: 'Unknown device',
} satisfies AccountsText
