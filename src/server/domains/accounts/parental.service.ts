import type { Kysely } from 'kysely'
import { SMS_WAIT_SECONDS } from '#contract/accounts.ts'
import { AppError } from '#contract/errors.ts'
import type { Messages } from '#server/domains/messages/index.ts'
import type { Database, Db } from '#server/kit/db.ts'
import type { MemberViewer } from '../viewer.ts'
import type { Account } from './accounts-model.ts'
import { findAccount, updateAccount } from './accounts.repo.ts'
import { type Codes, smsCounts } from './codes.service.ts'
import type { Throttles } from './throttles.service.ts'

export type ParentalDeps = { db: Kysely<Database>; throttles: Throttles; codes: Codes; messages: Messages }

/** What the account keeps of its parental code; what the code opens and when it is asked for is told by profiles. */
export function createParental({ db, throttles, codes, messages }: ParentalDeps) {
  return { find, change, sendResetCode, checkResetCode, spendResetCode }

  type Parental = Pick<Account, 'parentalHash' | 'parentalStatus'>

  async function find(accountId: string): Promise<Parental> {
    const account = await findAccount(db, { accountId })
    if (!account) throw new AppError('SESSION_ENDED')
    return { parentalHash: account.parentalHash, parentalStatus: account.parentalStatus }
  }

  /** Sets the code's hash, the status, or both; joins the caller's transaction. */
  function change(
    db: Db,
    { accountId, parentalHash, parentalStatus }: { accountId: string } & Partial<Parental>,
  ): Promise<void> {
    return updateAccount(db, { accountId, set: { parental_hash: parentalHash, parental_status: parentalStatus } })
  }

  /** Sends a code for a new parental code to the account's number. @throws TOO_MANY_TRIES */
  async function sendResetCode(
    { accountId, language }: MemberViewer,
    address: string,
  ): Promise<{ waitSeconds: number }> {
    await db.transaction().execute(async (tx) => {
      const account = await findAccount(tx, { accountId })
      if (!account) throw new AppError('SESSION_ENDED')
      const { number } = account
      await throttles.pass(tx, smsCounts(number, address))
      const { code, expiresAt } = await codes.issue(tx, {
        purpose: 'parental',
        subject: accountId,
        sentTo: number,
        proves: true,
      })
      await messages.send(tx, {
        channel: 'sms',
        to: number,
        language,
        accountId,
        expiresAt,
        template: 'parentalCode',
        params: { code },
      })
    })
    return { waitSeconds: SMS_WAIT_SECONDS }
  }

  type ResetCode = { accountId: string; code: string }

  /** Whether that code is right, without using it up: for work that comes before. @throws as spendResetCode */
  async function checkResetCode(given: ResetCode): Promise<void> {
    await codes.check(await tryOf(given))
  }

  async function tryOf({ accountId, code }: ResetCode) {
    const account = await findAccount(db, { accountId })
    if (!account) throw new AppError('SESSION_ENDED')
    return { purpose: 'parental', subject: accountId, code, sentTo: account.number } as const
  }

  /** Uses that code up, and does what it opens in one transaction. @throws WRONG_CODE, CODE_EXPIRED, TOO_MANY_TRIES */
  async function spendResetCode<T>(given: ResetCode, work: (tx: Db) => Promise<T>): Promise<T> {
    return codes.spend(await tryOf(given), work)
  }
}
