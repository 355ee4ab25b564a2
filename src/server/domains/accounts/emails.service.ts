import type { Kysely } from 'kysely'
import { EMAIL_WAIT_SECONDS } from '#contract/accounts.ts'
import { AppError } from '#contract/errors.ts'
import type { Messages } from '#server/domains/messages/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { MemberViewer } from '../viewer.ts'
import { findAccount, lockAccount, updateAccount } from './accounts.repo.ts'
import type { Codes } from './codes.service.ts'
import type { Throttles } from './throttles.service.ts'

export type EmailsDeps = { db: Kysely<Database>; clock: Clock; throttles: Throttles; codes: Codes; messages: Messages }

/** The e-mail address: valid once its code was entered. */
export function createEmails({ db, clock, throttles, codes, messages }: EmailsDeps) {
  return { sendCode, verify }

  /** Sends a code to the address of the details. @throws TOO_MANY_TRIES */
  async function sendCode({ accountId, language }: MemberViewer): Promise<{ waitSeconds: number }> {
    await db.transaction().execute(async (tx) => {
      await throttles.pass(tx, [
        { rule: 'mailAccount', of: accountId },
        { rule: 'mailAccountDay', of: accountId },
      ])
      const account = await lockAccount(tx, { accountId })
      if (!account) throw new AppError('SESSION_ENDED')
      const { email, name } = account
      const { code, expiresAt } = await codes.issue(tx, {
        purpose: 'email',
        subject: accountId,
        sentTo: email,
        proves: true,
      })
      const order = { channel: 'mail', to: email, language, accountId, expiresAt } as const
      await messages.send(tx, { ...order, template: 'emailCode', params: { code, name } })
    })
    return { waitSeconds: EMAIL_WAIT_SECONDS }
  }

  /** @throws WRONG_CODE (also when the address was changed since), CODE_EXPIRED, TOO_MANY_TRIES */
  async function verify({ accountId }: MemberViewer, code: string): Promise<void> {
    const { email = '' } = (await findAccount(db, { accountId })) ?? {}
    await codes.spend({ purpose: 'email', subject: accountId, code, sentTo: email }, async (tx) => {
      const account = await lockAccount(tx, { accountId })
      if (account?.email !== email) throw new AppError('WRONG_CODE')
      await updateAccount(tx, { accountId, set: { email_valid_at: clock.now() } })
      await messages.post(tx, { accountId, template: 'emailVerified', params: { email } })
    })
  }
}
