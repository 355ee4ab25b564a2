import type { Kysely } from 'kysely'
import { CLOSING_DAYS } from '#contract/accounts.ts'
import { AppError } from '#contract/errors.ts'
import type { Messages } from '#server/domains/messages/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { Log } from '#server/kit/log.ts'
import type { PersonalData } from '../capability.ts'
import type { MemberViewer } from '../viewer.ts'
import { findClosing, lockAccount, updateAccount } from './accounts.repo.ts'
import { smsThrottles } from './codes.service.ts'
import { eraseAccount } from './erasure.service.ts'
import type { Passwords } from './passwords.service.ts'
import type { Throttles } from './throttles.service.ts'

export type ClosingDeps = {
  db: Kysely<Database>
  clock: Clock
  log: Log
  messages: Messages
  passwords: Passwords
  throttles: Throttles
  personalData: () => readonly PersonalData[]
}

const BATCH = 50

/** Closes accounts: the request, its cancellation, and the erasure when the period ends. */
export function createClosing({ db, clock, log, messages, passwords, throttles, personalData }: ClosingDeps) {
  return { close, reopen, closeDue, erase }

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
      if (isDue(account.closesAt)) throw new AppError('SESSION_ENDED')
      await updateAccount(tx, { accountId, set: { closes_at: null } })
      await messages.post(tx, { accountId, template: 'accountReopened', params: {} })
    })
  }

  /** Erases the accounts that are due. An account that fails is rolled back and retried in the next run. */
  async function closeDue(): Promise<void> {
    for (const accountId of await findClosing(db, { now: clock.now(), limit: BATCH })) {
      try {
        if (await closeAccount(accountId)) log.info({ accountId }, 'account closed')
      } catch (error) {
        log.error({ err: error, accountId }, 'account closing failed')
      }
    }
  }

  /** Erases one account. @returns false when it was reopened, or erased by another node */
  async function closeAccount(accountId: string): Promise<boolean> {
    return db.transaction().execute(async (tx) => {
      const account = await lockAccount(tx, { accountId })
      if (!account?.closesAt || !isDue(account.closesAt)) return false
      await eraseAccount(tx, account, personalData())
      return true
    })
  }

  /** Erases a number's account immediately (demo accounts). */
  async function erase(number: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const account = await lockAccount(tx, { number })
      if (account) await eraseAccount(tx, account, personalData())
    })
  }

  function isDue(closesAt: Temporal.Instant): boolean {
    return Temporal.Instant.compare(closesAt, clock.now()) <= 0
  }
}
