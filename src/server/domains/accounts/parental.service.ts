import type { Kysely } from 'kysely'
import { SMS_WAIT_SECONDS } from '#contract/accounts.ts'
import { AppError } from '#contract/errors.ts'
import type { Messages } from '#server/domains/messages/index.ts'
import type { Database, Db } from '#server/kit/db.ts'
import type { MemberViewer } from '../viewer.ts'
import type { Account } from './accounts-model.ts'
import { findAccount, raiseParentalVersion, updateAccount } from './accounts.repo.ts'
import { type Codes, smsThrottles } from './codes.service.ts'
import { requestedByMember } from './secrets.rules.ts'
import type { Throttles } from './throttles.service.ts'

export type ParentalDeps = { db: Kysely<Database>; key: Buffer; throttles: Throttles; codes: Codes; messages: Messages }

/** Stores the account's parental code and its status. The profiles domain decides when the code is required. */
export function createParental({ db, key, throttles, codes, messages }: ParentalDeps) {
  return { find, change, raiseVersion: raiseParentalVersion, sendResetCode, verifyResetCode, redeemResetCode }

  type Parental = Pick<Account, 'parentalHash' | 'parentalStatus'>

  async function find(accountId: string): Promise<Parental> {
    const account = await findAccount(db, { accountId })
    if (!account) throw new AppError('SESSION_ENDED')
    return { parentalHash: account.parentalHash, parentalStatus: account.parentalStatus }
  }

  /** Sets the code's hash, the status, or both. Runs in the caller's transaction. */
  function change(
    db: Db,
    { accountId, parentalHash, parentalStatus }: { accountId: string } & Partial<Parental>,
  ): Promise<void> {
    return updateAccount(db, { accountId, set: { parental_hash: parentalHash, parental_status: parentalStatus } })
  }

  /** Sends an SMS code that allows a new parental code. @throws TOO_MANY_TRIES */
  async function sendResetCode(
    { accountId, language }: MemberViewer,
    address: string,
  ): Promise<{ waitSeconds: number }> {
    await db.transaction().execute(async (tx) => {
      const account = await findAccount(tx, { accountId })
      if (!account) throw new AppError('SESSION_ENDED')
      const { number } = account
      await throttles.consume(tx, smsThrottles({ number, address, isKnownDevice: true, isReset: true }))
      const { code, expiresAt } = await codes.issue(tx, {
        purpose: 'parental',
        subject: accountId,
        sentTo: number,
        requestedBy: requestedByMember(key, accountId),
        redeemable: true,
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

  /** Verifies the SMS code without redeeming it. @throws as redeemResetCode */
  async function verifyResetCode({ address, ...attempt }: ResetCode & { address: string }): Promise<void> {
    await codes.countCheck(address)
    await codes.verify(await attemptOf(attempt))
  }

  async function attemptOf({ accountId, code }: ResetCode) {
    const account = await findAccount(db, { accountId })
    if (!account) throw new AppError('SESSION_ENDED')
    const requestedBy = requestedByMember(key, accountId)
    return { purpose: 'parental', subject: accountId, code, sentTo: account.number, requestedBy } as const
  }

  /** Redeems the SMS code and runs `work` in the same transaction. @throws WRONG_CODE, CODE_EXPIRED, TOO_MANY_TRIES */
  async function redeemResetCode<T>(attempt: ResetCode, work: (tx: Db) => Promise<T>): Promise<T> {
    return codes.redeem(await attemptOf(attempt), work)
  }
}
