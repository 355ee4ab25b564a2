import * as endpoints from '#contract/accounts.ts'
import type { UserProfile } from '#contract/accounts.ts'
import { AppError } from '#contract/errors.ts'
import { PARTNERS, type SignedIn, type Account, type Customer, splitNumber } from '#server/domains/accounts/index.ts'
import { bind } from '../bind.ts'
import type { CallInfo } from '../handle.ts'
import { wireInstant } from '../instants.ts'
import { toRewards } from './codes.presenter.ts'
import type { Language } from '#contract/languages.ts'

export const accounts = bind(endpoints, ({ accounts }) => {
  const { registration, passwords, customers, closing } = accounts
  return {
    register: ({ language }, { mobileno, areaCode }, call) =>
      registration.start({ mobileno, areaCode }, { ...originOf(call), language }),

    checkVerificationCode: async (_viewer, input, call) =>
      withWireExpiry(await registration.verify({ ...input, partner: PARTNERS.site }, originOf(call))),

    checkVerificationCodeCLP: async (_viewer, input, call) =>
      withWireExpiry(await registration.verify({ ...input, partner: PARTNERS.clp }, originOf(call))),

    register3: async ({ language }, details, call) =>
      toSession(await registration.complete(details, { ...originOf(call), language })),

    registerByPromotion: async ({ language }, details, call) => {
      const registered = await registration.complete(details, { ...originOf(call), language })
      return { ...toSession(registered), grants: toRewards(registered.grants, language) }
    },

    getResetPasswordCode: ({ language }, number, call) =>
      passwords.sendResetCode(number, { ...originOf(call), language }),

    resetPassword: async (_viewer, input, call) => {
      await passwords.reset(input, originOf(call))
      return {}
    },

    changePassword: async (viewer, input) => {
      await passwords.change(viewer, input)
      return {}
    },

    userInfo: async (viewer) => {
      const { ticketList } = await customers.getBalances(viewer.accountId)
      const list = ticketList.map((ticket) => ({ ...ticket, expiresAt: wireInstant(ticket.expiresAt) }))
      return { tickets: list.reduce((sum, { count }) => sum + count, 0), ticketList: list }
    },

    userProfile: async (viewer) => ({ profile: toProfileResponse(await customers.find(viewer), viewer.language) }),

    updateUserProfile: async (viewer, change) => ({
      profile: toProfileResponse(await customers.update(viewer, change), viewer.language),
    }),

    obtainCustomerDetails: async (viewer) => ({ customer: toCustomerResponse(await customers.details(viewer)) }),

    obtainCustomerDetailsCLP: async (viewer) => {
      const details = await customers.details(viewer)
      if (details.account.partner !== PARTNERS.clp) throw new AppError('NOT_ALLOWED')
      return { customer: toCustomerResponse(details) }
    },

    sendEmailCode: (viewer) => customers.sendEmailCode(viewer),

    verifyEmail: async (viewer, { code }, { address }) => {
      await customers.verifyEmail(viewer, code, address)
      return { profile: toProfileResponse(await customers.find(viewer), viewer.language) }
    },

    exportAccount: (viewer, { password }) => accounts.exportOf(viewer, password),

    closeAccount: async (viewer, { password }, { address }) => ({
      closesAt: wireInstant(await closing.close(viewer, { password, address })),
    }),

    reopenAccount: async (viewer) => {
      await closing.reopen(viewer)
      return {}
    },
  }
})

const toSession = ({ token, partner, userId, expiresAt }: SignedIn) =>
  withWireExpiry({ token, partner, userId, expiresAt })

const originOf = ({ address, context }: CallInfo) => ({ address, device: context })

const withWireExpiry = <T extends { expiresAt: Temporal.Instant }>({ expiresAt, ...response }: T) => ({
  ...response,
  expiresAt: wireInstant(expiresAt),
})

function toProfileResponse({ account, balances, trialEligible }: Customer, language: Language): UserProfile {
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
    emailValid: account.emailValidAt !== null && !account.isEmailRefused,
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

function toCustomerResponse({ account, bindings }: Details) {
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
