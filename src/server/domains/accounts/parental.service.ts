import { SMS_WAIT_SECONDS } from '#contract/accounts.ts'
import { type Db, inTransaction } from '#server/kit/db.ts'
import type { MemberViewer } from '../viewer.ts'
import type { Account } from './accounts-model.ts'
import { raiseParentalVersion, requireAccount, updateAccount } from './accounts.repo.ts'
import { type Codes, smsThrottles } from './codes.service.ts'
import { requestedByMember } from './secrets.rules.ts'
import type { Throttles } from './throttles.rules.ts'
import type { AccountsParts } from './ports.ts'

/** The stored parental code. The profiles domain decides when it is required. */
export function createParental({ db, key, throttles, codes }: AccountsParts & { codes: Codes; throttles: Throttles }) {
  return { find, change, raiseVersion: raiseParentalVersion, sendResetCode, verifyResetCode, redeemResetCode }

  type Parental = Pick<Account, 'parentalHash' | 'parentalStatus'>

  async function find(accountId: string): Promise<Parental> {
    const { parentalHash, parentalStatus } = await requireAccount(db, accountId)
    return { parentalHash, parentalStatus }
  }

  function change(
    db: Db,
    { accountId, parentalHash, parentalStatus }: { accountId: string } & Partial<Parental>,
  ): Promise<void> {
    return updateAccount(db, { accountId, set: { parental_hash: parentalHash, parental_status: parentalStatus } })
  }

  async function sendResetCode(
    { accountId, language }: MemberViewer,
    address: string,
  ): Promise<{ waitSeconds: number }> {
    await inTransaction(db, async (tx) => {
      const { number } = await requireAccount(tx, accountId)
      await throttles.consume(tx, smsThrottles({ number, address, isKnownDevice: true, isReset: true }))
      const message = { channel: 'sms', to: number, language, accountId } as const
      await codes.send(tx, ownerOf(accountId, number), { ...message, template: 'parentalCode' })
    })
    return { waitSeconds: SMS_WAIT_SECONDS }
  }

  type ResetCode = { accountId: string; code: string }

  /** Does not redeem. @throws as redeemResetCode */
  async function verifyResetCode({ address, ...attempt }: ResetCode & { address: string }): Promise<void> {
    await codes.countCheck(address)
    await codes.verify(await attemptOf(attempt))
  }

  async function attemptOf({ accountId, code }: ResetCode) {
    const { number } = await requireAccount(db, accountId)
    return { ...ownerOf(accountId, number), code }
  }

  function ownerOf(accountId: string, number: string) {
    const requestedBy = requestedByMember(key, accountId)
    return { purpose: 'parental', subject: accountId, sentTo: number, requestedBy } as const
  }

  /** `work` runs in the same transaction. @throws WRONG_CODE, CODE_EXPIRED, TOO_MANY_TRIES */
  async function redeemResetCode<T>(attempt: ResetCode, work: (tx: Db) => Promise<T>): Promise<T> {
    return codes.redeem(await attemptOf(attempt), work)
  }
}
