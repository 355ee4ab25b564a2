/**
 * Accounts: registration, authentication, sessions and account details.
 * Owns the tables account, partner_binding, partner_customer, session, verification_code, registration, throttle. Knows neither access rules
 * (profiles, access) nor purchases (wallet, subscriptions): they are passed in.
 */
export { createAccounts, type Accounts, type AccountsDeps } from './accounts.service.ts'
export {
  PARTNERS,
  isTelecomPartner,
  type Account,
  type Origin,
  type SignedIn,
  type SignedInDevice,
} from './accounts-model.ts'
export { importCustomers } from './partner-customers.service.ts'
export type { Customer } from './customers.service.ts'
export type { AccountDetails } from './account-creation.service.ts'
export { splitNumber } from './numbers.rules.ts'
export { newParentalCode, newPassword, newToken, tokenHash } from './secrets.rules.ts'
export type { AccountBalances, ViewerProfiles, AccountCreatedHook, PromotionCodes } from './ports.ts'
export { addressThrottles, type ThrottleTarget } from './throttles.service.ts'
