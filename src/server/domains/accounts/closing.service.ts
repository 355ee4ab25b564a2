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
import { smsCounts } from './codes.service.ts'
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

/** Leaving. */
export function createClosing({ db, clock, log, messages, passwords, throttles, personalData }: ClosingDeps) {
  return { close, reopen, closeDue, erase }

  /** Closes the account in 14 days; asked again, the day stays. @throws WRONG_CREDENTIALS, TOO_MANY_TRIES */
  async function close(
    viewer: MemberViewer,
    { password, address }: { password: string; address: string },
  ): Promise<Temporal.Instant> {
    const { accountId, number } = await passwords.confirm(viewer, password)
    const mayTell = await passes(number, address)
    return db.transaction().execute(async (tx) => {
      const account = await lockAccount(tx, { accountId })
      if (!account) throw new AppError('SESSION_ENDED')
      if (account.closesAt) return account.closesAt
      const closesAt = clock.now().add({ hours: CLOSING_DAYS * 24 })
      await updateAccount(tx, { accountId, set: { closes_at: closesAt } })
      const day = closesAt.toZonedDateTimeISO('Asia/Hong_Kong').toPlainDate().toString()
      const order = { channel: 'sms', to: number, language: viewer.language, accountId } as const
      if (mayTell) await messages.send(tx, { ...order, template: 'accountClosing', params: { day } })
      return closesAt
    })
  }

  /** Whether one more SMS may go to a number: closing does not fail because of it. */
  async function passes(number: string, address: string): Promise<boolean> {
    try {
      await db.transaction().execute((tx) => throttles.pass(tx, smsCounts(number, address)))
      return true
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }

  /** Keeps an account that was being closed. */
  async function reopen({ accountId }: MemberViewer): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const account = await lockAccount(tx, { accountId })
      if (!account) throw new AppError('SESSION_ENDED')
      if (!account.closesAt) return
      if (isOver(account.closesAt)) throw new AppError('SESSION_ENDED')
      await updateAccount(tx, { accountId, set: { closes_at: null } })
      await messages.post(tx, { accountId, template: 'accountReopened', params: {} })
    })
  }

  /** Ends the accounts whose time has come; one that fails stays whole, and comes again. */
  async function closeDue(): Promise<void> {
    for (const accountId of await findClosing(db, { now: clock.now(), limit: BATCH })) {
      try {
        if (await end(accountId)) log.info({ accountId }, 'an account was closed')
      } catch (error) {
        log.error({ err: error, accountId }, 'account closing failed')
      }
    }
  }

  /** Ends one account, unless it was reopened meanwhile or another node is quicker. */
  async function end(accountId: string): Promise<boolean> {
    return db.transaction().execute(async (tx) => {
      const account = await lockAccount(tx, { accountId })
      if (!account?.closesAt || !isOver(account.closesAt)) return false
      await eraseAccount(tx, account, personalData())
      return true
    })
  }

  /** Erases the account of a number now (demo accounts). */
  async function erase(number: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const account = await lockAccount(tx, { number })
      if (account) await eraseAccount(tx, account, personalData())
    })
  }

  function isOver(closesAt: Temporal.Instant): boolean {
    return Temporal.Instant.compare(closesAt, clock.now()) <= 0
  }
}
