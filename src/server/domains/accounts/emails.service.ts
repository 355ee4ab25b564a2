import type { Kysely } from 'kysely'
import { EMAIL_WAIT_SECONDS } from '#contract/accounts.ts'
import { AppError } from '#contract/errors.ts'
import type { Messages } from '#server/domains/messages/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { MemberViewer } from '../viewer.ts'
import { findAccount, lockAccount, updateAccount } from './accounts.repo.ts'
import type { Codes } from './codes.service.ts'
import { requestedByMember } from './secrets.rules.ts'
import type { Throttles } from './throttles.service.ts'

export type EmailsDeps = {
  db: Kysely<Database>
  clock: Clock
  key: Buffer
  throttles: Throttles
  codes: Codes
  messages: Messages
}

/** Verifies the account's e-mail address by a code. */
export function createEmails({ db, clock, key, throttles, codes, messages }: EmailsDeps) {
  return { sendCode, verify }

  /** Sends a code to the account's address. @throws TOO_MANY_TRIES */
  async function sendCode({ accountId, language }: MemberViewer): Promise<{ waitSeconds: number }> {
    await db.transaction().execute(async (tx) => {
      await throttles.consume(tx, [
        { rule: 'mailAccount', subject: accountId },
        { rule: 'mailAccountDay', subject: accountId },
      ])
      const account = await lockAccount(tx, { accountId })
      if (!account) throw new AppError('SESSION_ENDED')
      const { email } = account
      const { code, expiresAt } = await codes.issue(tx, {
        purpose: 'email',
        subject: accountId,
        sentTo: email,
        requestedBy: requestedByMember(key, accountId),
        redeemable: true,
      })
      const message = { channel: 'mail', to: email, language, accountId, expiresAt } as const
      await messages.send(tx, { ...message, template: 'emailCode', params: { code } })
    })
    return { waitSeconds: EMAIL_WAIT_SECONDS }
  }

  /** @throws WRONG_CODE (also when the address has changed since), CODE_EXPIRED, TOO_MANY_TRIES */
  async function verify({ accountId }: MemberViewer, code: string, address: string): Promise<void> {
    await codes.countCheck(address)
    const { email = '' } = (await findAccount(db, { accountId })) ?? {}
    const requestedBy = requestedByMember(key, accountId)
    await codes.redeem({ purpose: 'email', subject: accountId, code, sentTo: email, requestedBy }, async (tx) => {
      const account = await lockAccount(tx, { accountId })
      if (account?.email !== email) throw new AppError('WRONG_CODE')
      await updateAccount(tx, { accountId, set: { email_valid_at: clock.now() } })
      await messages.post(tx, { accountId, template: 'emailVerified', params: { email } })
    })
  }
}
