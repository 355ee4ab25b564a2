import type { UserProfile } from '#contract/accounts.ts'
import type { Language } from '#contract/languages.ts'
import { type Account, type Customer, splitNumber } from '#server/domains/accounts/index.ts'
import { wireInstant } from '../instants.ts'

/** A customer as the account screen shows it. */
export function toProfileResponse({ account, balances, trialEligible }: Customer, language: Language): UserProfile {
  const { plan, ticketList } = balances
  const ticketEnds = ticketList.map(({ expiresAt }) => expiresAt).toSorted(Temporal.Instant.compare)
  return {
    contractStatus: plan ? 'enabled' : 'disabled',
    partner: account.partner,
    pointsMonthly: balances.pointsMonthly,
    pointsRecharge: balances.pointsRecharge,
    tickets: ticketList.reduce((sum, { count }) => sum + count, 0),
    name: account.name,
    ...splitNumber(account.number),
    email: account.email,
    emailValid: account.emailValidAt !== null,
    birthday: account.birthday.toString(),
    gender: account.gender,
    genres: account.genres,
    planName: plan?.name[language],
    planStart: plan && wireInstant(plan.startsAt),
    planEnd: plan && wireInstant(plan.endsAt),
    extraCredits: plan?.creditsPerCycle ?? 0,
    creditsExpireAt: balances.creditsExpireAt && wireInstant(balances.creditsExpireAt),
    monthlyExpireAt: balances.monthlyExpireAt && wireInstant(balances.monthlyExpireAt),
    rechargeExpireAt: balances.rechargeExpireAt && wireInstant(balances.rechargeExpireAt),
    ticketsExpireAt: ticketEnds[0] && wireInstant(ticketEnds[0]),
    trialEligible,
    parentalStatus: account.parentalStatus,
    quality: account.quality,
    language: account.language,
    agreeMarketing: account.marketingAgreedAt !== null,
    closesAt: account.closesAt ? wireInstant(account.closesAt) : undefined,
  }
}

type Details = { account: Account; bindings: readonly { partner: string; boundAt: Temporal.Instant }[] }

/** A customer as partners know it. */
export function toCustomerResponse({ account, bindings }: Details) {
  const agreements = [
    { kind: 'terms' as const, agreedAt: account.termsAgreedAt },
    { kind: 'privacy' as const, agreedAt: account.privacyAgreedAt },
    ...(account.marketingAgreedAt ? [{ kind: 'marketing' as const, agreedAt: account.marketingAgreedAt }] : []),
  ]
  return {
    userId: account.accountId,
    ...splitNumber(account.number),
    name: account.name,
    email: account.email,
    partner: account.partner,
    bindings: bindings.map(({ partner, boundAt }) => ({ partner, boundAt: wireInstant(boundAt) })),
    agreements: agreements.map(({ kind, agreedAt }) => ({ kind, agreedAt: wireInstant(agreedAt) })),
  }
}
