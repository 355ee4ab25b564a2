import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import { type Accounts, newToken, tokenHash } from '../accounts/index.ts'
import type { Messages } from '../messages/index.ts'
import type { MemberViewer } from '../viewer.ts'
import { insertResetToken, isResetTokenGood, sweepResetTokens, useResetToken } from './parental.repo.ts'

export type ParentalDeps = { db: Kysely<Database>; clock: Clock; accounts: Accounts; messages: Messages }

/** What the password earned is good for so long. */
const PASSWORD_TOKEN_MINUTES = 5

/** A parental code that was forgotten. */
export function createParentalReset(deps: ParentalDeps) {
  const { db, clock, accounts } = deps
  return { sendResetCode, earnReset, reset, sweep }

  /** Sends a code to the account's number. @throws TOO_MANY_TRIES */
  function sendResetCode(viewer: MemberViewer, address: string): Promise<{ waitSeconds: number }> {
    return accounts.parental.sendResetCode(viewer, address)
  }

  /** A token for the account's password: good once, for this session. @throws WRONG_CREDENTIALS, TOO_MANY_TRIES */
  async function earnReset(viewer: MemberViewer, password: string): Promise<string> {
    const { accountId, sessionId } = viewer
    await accounts.passwords.confirm(viewer, password)
    const token = newToken()
    const expiresAt = clock.now().add({ minutes: PASSWORD_TOKEN_MINUTES })
    await insertResetToken(db, { tokenHash: tokenHash(token), accountId, sessionId, expiresAt })
    return token
  }

  type Reset = { code?: string | undefined; passwordToken?: string | undefined; newCode: string }

  /**
   * Sets another code with the one that was sent, or with the token; whoever was locked out may try again. In a child's profile
   * only the phone counts, which is the parent's. Both are looked at before hashing and used up after it.
   * @throws WRONG_CODE, CODE_EXPIRED, TOO_MANY_TRIES, NOT_ALLOWED
   */
  async function reset(viewer: MemberViewer, { code, passwordToken, newCode }: Reset): Promise<void> {
    const { accountId } = viewer
    if (code !== undefined) {
      await accounts.parental.checkResetCode({ accountId, code })
      const parentalHash = await accounts.hasher.hash(newCode)
      return accounts.parental.spendResetCode({ accountId, code }, (tx) => startAfresh(tx, viewer, parentalHash))
    }
    if (viewer.kids) throw new AppError('NOT_ALLOWED')
    const token = { tokenHash: tokenHash(passwordToken ?? ''), accountId, sessionId: viewer.sessionId }
    if (!(await isResetTokenGood(db, { ...token, now: clock.now() })))
      throw new AppError('CODE_EXPIRED', { of: 'password' })
    const parentalHash = await accounts.hasher.hash(newCode)
    await db.transaction().execute(async (tx) => {
      if (!(await useResetToken(tx, { ...token, now: clock.now() })))
        throw new AppError('CODE_EXPIRED', { of: 'password' })
      await startAfresh(tx, viewer, parentalHash)
    })
  }

  async function startAfresh(tx: Db, viewer: MemberViewer, parentalHash: string): Promise<void> {
    await accounts.hold(tx, viewer.accountId)
    await replaceCode(tx, deps, { viewer, parentalHash })
    await accounts.throttles.clear(tx, { rule: 'parental', of: viewer.accountId })
  }

  function sweep(): Promise<void> {
    return sweepResetTokens(db, clock.now())
  }
}

type Replacement = { viewer: MemberViewer; parentalHash: string }

/** Another code: what the old one had unlocked elsewhere is locked. */
export async function replaceCode(
  tx: Db,
  { accounts, messages }: Pick<ParentalDeps, 'accounts' | 'messages'>,
  { viewer: { accountId, sessionId }, parentalHash }: Replacement,
): Promise<void> {
  await accounts.parental.change(tx, { accountId, parentalHash })
  await accounts.sessions.lockOthers(tx, { accountId, sessionId })
  await messages.post(tx, { accountId, template: 'parentalCodeChanged', params: {} })
}
