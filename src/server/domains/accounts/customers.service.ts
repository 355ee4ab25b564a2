import { AppError } from '#contract/errors.ts'
import { type Db, inTransaction } from '#server/kit/db.ts'
import type { MemberViewer } from '../viewer.ts'
import { isTelecomPartner, type Account, type AccountChange } from './accounts-model.ts'
import {
  findAccount,
  findBindings,
  holdPartner,
  lockAccount,
  requireAccount,
  requireLockedAccount,
  updateAccount,
} from './accounts.repo.ts'
import { requirePastDay } from './numbers.rules.ts'
import type { AccountBalances, AccountsParts } from './ports.ts'
import { EMAIL_WAIT_SECONDS } from '#contract/accounts.ts'
import { recordMarketingConsent } from './consents.repo.ts'
import type { Codes } from './codes.service.ts'
import { requestedByMember } from './secrets.rules.ts'
import type { Throttles } from './throttles.rules.ts'

export type Customer = { account: Account; balances: AccountBalances; trialEligible: boolean }

export function createCustomers({
  db,
  clock,
  key,
  throttles,
  codes,
  messages,
  getBalances,
}: AccountsParts & { codes: Codes; throttles: Throttles }) {
  return {
    find,
    getBalances,
    update,
    sendEmailCode,
    verifyEmail,
    details,
    isTelecomPartner: ofTelecomPartner,
  }

  async function find({ accountId }: MemberViewer): Promise<Customer> {
    const [account, balances] = await Promise.all([requireAccount(db, accountId), getBalances(accountId)])
    return { account, balances, trialEligible: !balances.hadTrial && !isTelecomPartner(account.partner) }
  }

  /** A new e-mail address has to be verified again. @throws INVALID_INPUT */
  async function update(viewer: MemberViewer, change: AccountChange): Promise<Customer> {
    const { accountId } = viewer
    const { birthday, genres, agreeMarketing, ...rest } = change
    if (birthday !== undefined) requirePastDay(birthday, clock.now())
    await inTransaction(db, async (tx) => {
      const account = await lockAccount(tx, { accountId })
      const isNewEmail = change.email !== undefined && change.email !== account?.email
      const set = {
        ...rest,
        birthday,
        genres: genres && [...new Set(genres)],
        ...(isNewEmail && { email_valid_at: null, email_refused_at: null }),
        ...(agreeMarketing !== undefined && {
          // Agreeing again keeps the first instant.
          marketing_agreed_at: agreeMarketing ? (account?.marketingAgreedAt ?? clock.now()) : null,
        }),
      }
      await updateAccount(tx, { accountId, set })
      if (agreeMarketing !== undefined && account && agreeMarketing !== (account.marketingAgreedAt !== null))
        await recordMarketingConsent(tx, { accountId, given: agreeMarketing, at: clock.now() })
    })
    return find(viewer)
  }

  async function details({ accountId }: MemberViewer) {
    const [account, bindings] = await Promise.all([requireAccount(db, accountId), findBindings(db, accountId)])
    return { account, bindings }
  }

  /** Such members buy neither credits nor plans. With `tx` the partner is locked. */
  async function ofTelecomPartner(accountId: string, tx?: Db): Promise<boolean> {
    const partner = tx ? await holdPartner(tx, accountId) : (await requireAccount(db, accountId)).partner
    if (partner === undefined) throw new AppError('SESSION_ENDED')
    return isTelecomPartner(partner)
  }

  async function sendEmailCode({ accountId, language }: MemberViewer): Promise<{ waitSeconds: number }> {
    await inTransaction(db, async (tx) => {
      await throttles.consume(tx, [
        { rule: 'mailAccount', subject: accountId },
        { rule: 'mailAccountDay', subject: accountId },
      ])
      const { email } = await requireLockedAccount(tx, accountId)
      const message = { channel: 'mail', to: email, language, accountId } as const
      await codes.send(tx, emailCodeOf(accountId, email), { ...message, template: 'emailCode' })
    })
    return { waitSeconds: EMAIL_WAIT_SECONDS }
  }

  /** @throws WRONG_CODE (also after a change of address), CODE_EXPIRED, TOO_MANY_TRIES */
  async function verifyEmail({ accountId }: MemberViewer, code: string, address: string): Promise<void> {
    await codes.countCheck(address)
    const { email = '' } = (await findAccount(db, { accountId })) ?? {}
    await codes.redeem({ ...emailCodeOf(accountId, email), code }, async (tx) => {
      const account = await lockAccount(tx, { accountId })
      if (account?.email !== email) throw new AppError('WRONG_CODE')
      await updateAccount(tx, { accountId, set: { email_valid_at: clock.now(), email_refused_at: null } })
      await messages.post(tx, { accountId, template: 'emailVerified', params: { email } })
    })
  }

  function emailCodeOf(accountId: string, email: string) {
    const requestedBy = requestedByMember(key, accountId)
    return { purpose: 'email', subject: accountId, sentTo: email, requestedBy } as const
  }
}
