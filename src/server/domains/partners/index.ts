/**
 * Partners: binding accounts to telecom partners, and the plans of companies' staff. Owns the tables staff_number, staff_check and
 * staff_plan. Codes are redeemed by `codes` and plans held by `subscriptions`; customer lists and bindings are rows of `accounts`.
 */
export { createPartners, type Partners } from './partners.service.ts'
export { type ImportedStaff, importStaff } from './staff-list.service.ts'
export type { PartnerCodes } from './ports.ts'
