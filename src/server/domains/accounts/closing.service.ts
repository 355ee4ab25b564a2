import { CLOSING_DAYS } from '#contract/accounts.ts'
import { AppError } from '#contract/errors.ts'
import type { Messages } from '#server/domains/messages/index.ts'
import type { MemberViewer } from '../viewer.ts'
import { lockAccount, updateAccount } from './accounts.repo.ts'
import { smsThrottles } from './codes.service.ts'
import { createErasure, type ErasureDeps, isDue } from './erasure.service.ts'
import type { Passwords } from './passwords.service.ts'
import type { Throttles } from './throttles.service.ts'

export type ClosingDeps = ErasureDeps & {
  messages: Messages
  passwords: Passwords
  throttles: Throttles
}

/** Closes accounts: the request, its cancellation, and the erasure when the period ends. */
export function createClosing({ db, clock, log, messages, passwords, throttles, personalData }: ClosingDeps) {
  return { close, reopen, ...createErasure({ db, clock, log, personalData }) }

  /** Schedules the closing in 14 days; a repeated request keeps the date. @throws WRONG_CREDENTIALS, TOO_MANY_TRIES */
  async function close(
    viewer: MemberViewer,
    { password, address }: { password: string; address: string },
  ): Promise<Temporal.Instant> {
    const { accountId, number } = await passwords.confirm(viewer, password)
    const hasQuota = await consumeSmsQuota(number, address)
    return db.transaction().execute(async (tx) => {
      const account = await lockAccount(tx, { accountId })
      if (!account) throw new AppError('SESSION_ENDED')
      if (account.closesAt) return account.closesAt
      const closesAt = clock.now().add({ hours: CLOSING_DAYS * 24 })
      await updateAccount(tx, { accountId, set: { closes_at: closesAt } })
      const day = closesAt.toZonedDateTimeISO('Asia/Hong_Kong').toPlainDate().toString()
      const message = { channel: 'sms', to: number, language: viewer.language, accountId } as const
      if (hasQuota) await messages.send(tx, { ...message, template: 'accountClosing', params: { day } })
      return closesAt
    })
  }

  /** False when the SMS limit is reached; closing then proceeds without the SMS. */
  async function consumeSmsQuota(number: string, address: string): Promise<boolean> {
    try {
      await db
        .transaction()
        .execute((tx) => throttles.consume(tx, smsThrottles({ number, address, isKnownDevice: true, isReset: false })))
      return true
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }

  /** Cancels a scheduled closing. */
  async function reopen({ accountId }: MemberViewer): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const account = await lockAccount(tx, { accountId })
      if (!account) throw new AppError('SESSION_ENDED')
      if (!account.closesAt) return
      if (isDue(account.closesAt, clock)) throw new AppError('SESSION_ENDED')
      await updateAccount(tx, { accountId, set: { closes_at: null } })
      await messages.post(tx, { accountId, template: 'accountReopened', params: {} })
    })
  }
}
