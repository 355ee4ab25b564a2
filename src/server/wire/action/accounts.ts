import * as rows from '#contract/accounts.ts'
import { AppError } from '#contract/errors.ts'
import { type Accounts, PARTNERS } from '#server/domains/accounts/index.ts'
import type { CallInfo, Handle } from '../handle.ts'
import { wireInstant } from '../instants.ts'
import { memberOf } from './members.ts'
import { toCustomerResponse, toProfileResponse } from './accounts.presenter.ts'

const originOf = ({ address, context }: CallInfo) => ({ address, device: context })

/** Registration, password, details, and the end of an account. */
export const accounts = (on: Handle, { accounts }: { readonly accounts: Accounts }) => {
  const { registration, passwords, customers, emails, closing } = accounts

  on(rows.register, ({ language }, { mobileno, areaCode }, { address }) =>
    registration.begin({ mobileno, areaCode }, { address, language }),
  )

  on(rows.checkVerificationCode, async (_viewer, input, call) =>
    checkedWords(await registration.check({ ...input, partner: PARTNERS.site }, originOf(call))),
  )

  on(rows.checkVerificationCodeCLP, async (_viewer, input, call) =>
    checkedWords(await registration.check({ ...input, partner: PARTNERS.clp }, originOf(call))),
  )

  on(rows.register3, async ({ language }, details, call) => {
    const { expiresAt, ...signedIn } = await registration.complete(details, { ...originOf(call), language })
    return { ...signedIn, expiresAt: wireInstant(expiresAt) }
  })

  on(rows.getResetPasswordCode, ({ language }, number, { address }) =>
    passwords.sendResetCode(number, { address, language }),
  )

  on(rows.resetPassword, async (_viewer, input) => {
    await passwords.reset(input)
    return {}
  })

  on(rows.changePassword, async (viewer, input) => {
    await passwords.change(memberOf(viewer), input)
    return {}
  })

  on(rows.userInfo, async (viewer) => {
    const { ticketList } = await customers.standing(memberOf(viewer))
    const list = ticketList.map((ticket) => ({ ...ticket, expiresAt: wireInstant(ticket.expiresAt) }))
    return { tickets: list.reduce((sum, { count }) => sum + count, 0), ticketList: list }
  })

  on(rows.userProfile, async (viewer) => ({ profile: toProfileResponse(await customers.find(memberOf(viewer))) }))

  on(rows.updateUserProfile, async (viewer, change) => ({
    profile: toProfileResponse(await customers.update(memberOf(viewer), change)),
  }))

  on(rows.obtainCustomerDetails, async (viewer) => ({
    customer: toCustomerResponse(await customers.details(memberOf(viewer))),
  }))

  on(rows.obtainCustomerDetailsCLP, async (viewer) => {
    const details = await customers.details(memberOf(viewer))
    if (details.account.partner !== PARTNERS.clp) throw new AppError('NOT_ALLOWED')
    return { customer: toCustomerResponse(details) }
  })

  on(rows.sendEmailCode, (viewer) => emails.sendCode(memberOf(viewer)))

  on(rows.verifyEmail, async (viewer, { code }) => {
    await emails.verify(memberOf(viewer), code)
    return { profile: toProfileResponse(await customers.find(memberOf(viewer))) }
  })

  on(rows.exportAccount, (viewer, { password }) => accounts.exportOf(memberOf(viewer), password))

  on(rows.closeAccount, async (viewer, { password }, { address }) => ({
    closesAt: wireInstant(await closing.close(memberOf(viewer), { password, address })),
  }))

  on(rows.reopenAccount, async (viewer) => {
    await closing.reopen(memberOf(viewer))
    return {}
  })
}

const checkedWords = ({
  verificationToken,
  expiresAt,
}: {
  verificationToken: string
  expiresAt: Temporal.Instant
}) => ({
  verificationToken,
  expiresAt: wireInstant(expiresAt),
})
