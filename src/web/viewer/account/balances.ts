import type { UserProfile } from '#contract/accounts.ts'

/** SPEC 6: partners whose members have credits; the others have tickets. */
const CREDIT_PARTNERS: readonly string[] = ['anyplex', 'movie6']

export type CreditBalance = { amount: number; expiresAt: string | undefined }

export type Balances =
  | { kind: 'credits'; total: number; monthly: CreditBalance; extra: CreditBalance; expiresAt: string | undefined }
  | { kind: 'tickets'; total: number; expiresAt: string | undefined }

export function balancesOf(profile: UserProfile): Balances {
  const { partner, pointsMonthly, pointsRecharge, tickets, creditsExpireAt, ticketsExpireAt } = profile
  if (!CREDIT_PARTNERS.includes(partner)) return { kind: 'tickets', total: tickets, expiresAt: ticketsExpireAt }
  const total = pointsMonthly + pointsRecharge
  const monthly = { amount: pointsMonthly, expiresAt: profile.monthlyExpireAt }
  const extra = { amount: pointsRecharge, expiresAt: profile.rechargeExpireAt }
  return { kind: 'credits', total, monthly, extra, expiresAt: creditsExpireAt }
}

export const groupedNumber = (mobileno: string): string => mobileno.replace(/^(\d{4})(\d{4})$/, '$1 $2')

export const fullNumber = (areaCode: string, mobileno: string): string => `+${areaCode} ${groupedNumber(mobileno)}`

/** "+85291234567" of Hong Kong or Macau, grouped; any other number as it is. */
export const readableNumber = (phone: string): string =>
  phone.replace(/^\+(85[23])(\d{8})$/, (_, areaCode: string, mobileno: string) => fullNumber(areaCode, mobileno))
