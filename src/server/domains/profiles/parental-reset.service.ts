import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import { type Accounts, newToken, tokenHash } from '../accounts/index.ts'
import type { Messages } from '../messages/index.ts'
import type { MemberViewer } from '../viewer.ts'
import { insertResetToken, isResetTokenValid, sweepResetTokens, markResetTokenUsed } from './parental.repo.ts'

export type ParentalDeps = { db: Kysely<Database>; clock: Clock; accounts: Accounts; messages: Messages }

/** Lifetime of a reset token. */
const PASSWORD_TOKEN_MINUTES = 5

/** Resets a forgotten parental code. */
export function createParentalReset(deps: ParentalDeps) {
  const { db, clock, accounts } = deps
  return { sendResetCode, createResetToken, reset, sweep }

  /** Sends an SMS code to the account's number. @throws TOO_MANY_TRIES */
  function sendResetCode(viewer: MemberViewer, address: string): Promise<{ waitSeconds: number }> {
    return accounts.parental.sendResetCode(viewer, address)
  }

  /** Exchanges the account's password for a single-use token bound to this session. @throws WRONG_CREDENTIALS, TOO_MANY_TRIES */
  async function createResetToken(viewer: MemberViewer, password: string): Promise<string> {
    const { accountId, sessionId } = viewer
    await accounts.passwords.confirm(viewer, password)
    const token = newToken()
    const expiresAt = clock.now().add({ minutes: PASSWORD_TOKEN_MINUTES })
    await insertResetToken(db, { tokenHash: tokenHash(token), accountId, sessionId, expiresAt })
    return token
  }

  type Reset = { code?: string | undefined; passwordToken?: string | undefined; newCode: string }

  /**
   * Sets a new parental code with the SMS code or the token, and lifts the lockout. A kids profile can use the SMS code only, as it
   * reaches the parent's phone. Both are verified before hashing and redeemed after it.
   * @throws WRONG_CODE, CODE_EXPIRED, TOO_MANY_TRIES, NOT_ALLOWED
   */
  async function reset(viewer: MemberViewer, { code, passwordToken, newCode }: Reset, address: string): Promise<void> {
    const { accountId } = viewer
    if (code !== undefined) {
      await accounts.parental.verifyResetCode({ accountId, code, address })
      const parentalHash = await accounts.hasher.hash(newCode, [accountId])
      return accounts.parental.redeemResetCode({ accountId, code }, (tx) => applyReset(tx, viewer, parentalHash))
    }
    if (viewer.kids) throw new AppError('NOT_ALLOWED')
    const token = { tokenHash: tokenHash(passwordToken ?? ''), accountId, sessionId: viewer.sessionId }
    if (!(await isResetTokenValid(db, { ...token, now: clock.now() })))
      throw new AppError('CODE_EXPIRED', { of: 'password' })
    const parentalHash = await accounts.hasher.hash(newCode, [accountId])
    await db.transaction().execute(async (tx) => {
      if (!(await markResetTokenUsed(tx, { ...token, now: clock.now() })))
        throw new AppError('CODE_EXPIRED', { of: 'password' })
      await applyReset(tx, viewer, parentalHash)
    })
  }

  async function applyReset(tx: Db, viewer: MemberViewer, parentalHash: string): Promise<void> {
    await accounts.lock(tx, viewer.accountId)
    await replaceCode(tx, deps, { viewer, parentalHash })
    await accounts.throttles.reset(tx, { rule: 'parental', subject: viewer.accountId })
  }

  function sweep(): Promise<void> {
    return sweepResetTokens(db, clock.now())
  }
}

type Replacement = { viewer: MemberViewer; parentalHash: string }

/** Replaces the code and ends what the former one unlocked elsewhere. */
export async function replaceCode(
  tx: Db,
  { accounts, messages }: Pick<ParentalDeps, 'accounts' | 'messages'>,
  { viewer: { accountId, sessionId }, parentalHash }: Replacement,
): Promise<void> {
  await accounts.parental.change(tx, { accountId, parentalHash })
  await endUnlocks(tx, accounts, { accountId, except: sessionId })
  await messages.post(tx, { accountId, template: 'parentalCodeChanged', params: {} })
}

/** Ends every unlock of an account, or those of its other sessions, and every stream that needed one. Runs under the account lock. */
export async function endUnlocks(
  tx: Db,
  accounts: Accounts,
  { accountId, except }: { accountId: string; except?: string | undefined },
): Promise<void> {
  await accounts.parental.raiseVersion(tx, accountId)
  await accounts.sessions.lockAll(tx, { accountId, except })
}
