/**
 * Accounts: who a member is, how they prove it, and where they are signed in.
 * Owns the tables account, partner_binding, session, verification_code, registration, throttle. Never knows what a profile may
 * watch (profiles, access), or what was bought (wallet, subscriptions): it is told.
 */
export { createAccounts, type Accounts, type AccountsDeps } from './accounts.service.ts'
export { PARTNERS, type Account, type Origin, type SignedInDevice } from './accounts-model.ts'
export type { Customer } from './customers.service.ts'
export type { NewMember } from './account-creation.service.ts'
export { splitNumber } from './numbers.rules.ts'
export { newParentalCode, newPassword, newToken, tokenHash } from './secrets.rules.ts'
export type { AccountBalances, ViewerProfiles, Welcome } from './ports.ts'
