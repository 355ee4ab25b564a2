import * as endpoints from '#contract/accounts.ts'
import { AppError } from '#contract/errors.ts'
import { PARTNERS, type SignedIn } from '#server/domains/accounts/index.ts'
import { bind } from '../bind.ts'
import type { CallInfo } from '../handle.ts'
import { wireInstant } from '../instants.ts'
import { toGrants } from './codes.presenter.ts'
import { toCustomerResponse, toProfileResponse } from './accounts.presenter.ts'

/** Registration, password, details, and closing the account. */
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
      return { ...toSession(registered), grants: toGrants(registered.grants, language) }
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
      const { ticketList } = await customers.balances(viewer)
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
