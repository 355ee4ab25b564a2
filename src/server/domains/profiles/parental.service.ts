import { AppError } from '#contract/errors.ts'
import type { FieldRule } from '#contract/fields.ts'
import { type ParentalStatus, UNLOCK_MINUTES } from '#contract/parental.ts'
import { type Db, inTransaction } from '#server/kit/db.ts'
import type { MemberViewer } from '../viewer.ts'
import { newToken, tokenHash } from '#server/kit/secrets.ts'
import type { Accounts } from '../accounts/index.ts'
import type { ProfilesDeps } from './ports.ts'
import { insertResetToken, isResetTokenValid, sweepResetTokens, markResetTokenUsed } from './profiles.repo.ts'

const PASSWORD_TOKEN_MINUTES = 5

export function createParental(deps: ProfilesDeps) {
  const { db, clock, accounts } = deps
  return {
    verify,
    unlockRequest,
    unlock,
    lock,
    setUp,
    sendResetCode: accounts.parental.sendResetCode,
    createResetToken,
    reset,
    replace,
    sweep,
  }

  /**
   * `field` names the input in the error. @returns the matching hash, to be compared again under the account lock @throws
   * WRONG_PARENTAL_CODE, TOO_MANY_TRIES
   */
  async function verify({ accountId }: MemberViewer, code: string, field = 'parentalCode'): Promise<string> {
    const { parentalHash } = await accounts.parental.find(accountId)
    const targets = [{ rule: 'parental', subject: accountId }] as const
    const check = { targets, secret: code, hash: parentalHash, remembered: true }
    if (await accounts.credentialChecks.isRight(check)) return parentalHash
    const remaining = await accounts.throttles.remainingTriesOf(db, targets[0])
    throw wrongCode(field, remaining)
  }

  /** For one request. @throws as verify */
  async function unlockRequest(viewer: MemberViewer, code: string | undefined): Promise<MemberViewer> {
    const trimmed = code?.trim()
    if (!trimmed || viewer.unlocked) return viewer
    await verify(viewer, trimmed)
    return { ...viewer, unlocked: true }
  }

  /** For half an hour. @throws as verify */
  async function unlock(viewer: MemberViewer, code: string): Promise<Temporal.Instant> {
    const verifiedHash = await verify(viewer, code)
    return inTransaction(db, async (tx) => {
      await requireUnchangedCode(tx, viewer, { verifiedHash })
      const until = clock.now().add({ minutes: UNLOCK_MINUTES })
      await accounts.sessions.unlock(tx, { sessionId: viewer.sessionId, until })
      return until
    })
  }

  function lock({ accountId }: MemberViewer): Promise<void> {
    return inTransaction(db, async (tx) => {
      await accounts.lock(tx, accountId)
      await endUnlocks(tx, accounts, { accountId })
    })
  }

  type SetUp = { oldCode: string; newCode?: string | undefined; status?: ParentalStatus | undefined }

  /** Changes code, status, or both. @throws as verify */
  async function setUp(viewer: MemberViewer, { oldCode, newCode, status }: SetUp): Promise<ParentalStatus> {
    const { accountId } = viewer
    const verifiedHash = await verify(viewer, oldCode, 'oldCode')
    const parentalHash = newCode === undefined ? undefined : await accounts.hasher.hash(newCode, [accountId])
    return inTransaction(db, async (tx) => {
      const account = await requireUnchangedCode(tx, viewer, { verifiedHash, field: 'oldCode' })
      if (parentalHash !== undefined)
        await replaceCode(tx, deps, { accountId, sessionId: viewer.sessionId, parentalHash })
      else if (status === 'on' && account.parentalStatus === 'off')
        await endUnlocks(tx, accounts, { accountId, except: viewer.sessionId })
      await accounts.parental.change(tx, { accountId, parentalStatus: status })
      return status ?? account.parentalStatus
    })
  }

  /** Locks the account. @throws WRONG_PARENTAL_CODE */
  async function requireUnchangedCode(
    tx: Db,
    { accountId }: MemberViewer,
    { verifiedHash, field = 'parentalCode' }: { verifiedHash: string; field?: string },
  ) {
    const account = await accounts.lock(tx, accountId)
    if (account.parentalHash !== verifiedHash) throw wrongCode(field)
    return account
  }

  /** A single-use token of this session. @throws WRONG_CREDENTIALS, TOO_MANY_TRIES */
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
   * With the SMS code or, except in kids mode, the token; verified before hashing, redeemed after it. Lifts the lockout.
   * @throws WRONG_CODE, CODE_EXPIRED, TOO_MANY_TRIES, NOT_ALLOWED
   */
  async function reset(viewer: MemberViewer, { code, passwordToken, newCode }: Reset, address: string): Promise<void> {
    const { accountId } = viewer
    if (code !== undefined) {
      await accounts.parental.verifyResetCode({ accountId, code, address })
      const parentalHash = await accounts.hasher.hash(newCode, [accountId])
      return accounts.parental.redeemResetCode({ accountId, code }, (tx) => replace(tx, { ...viewer, parentalHash }))
    }
    if (viewer.kids) throw new AppError('NOT_ALLOWED')
    const token = { tokenHash: tokenHash(passwordToken ?? ''), accountId, sessionId: viewer.sessionId }
    if (!(await isResetTokenValid(db, { ...token, now: clock.now() })))
      throw new AppError('CODE_EXPIRED', { of: 'password' })
    const parentalHash = await accounts.hasher.hash(newCode, [accountId])
    await inTransaction(db, async (tx) => {
      if (!(await markResetTokenUsed(tx, { ...token, now: clock.now() })))
        throw new AppError('CODE_EXPIRED', { of: 'password' })
      await replace(tx, { ...viewer, parentalHash })
    })
  }

  /** Without the old code. Lifts the lockout; only the unlock of `sessionId` goes on. */
  async function replace(tx: Db, { accountId, sessionId, parentalHash }: Replacement): Promise<void> {
    await accounts.lock(tx, accountId)
    await replaceCode(tx, deps, { accountId, sessionId, parentalHash })
    await accounts.throttles.reset(tx, { rule: 'parental', subject: accountId })
  }

  function sweep(): Promise<void> {
    return sweepResetTokens(db, clock.now())
  }
}

type Replacement = { accountId: string; sessionId?: string; parentalHash: string }

/** Ends other sessions' unlocks. */
async function replaceCode(
  tx: Db,
  { accounts, messages }: Pick<ProfilesDeps, 'accounts' | 'messages'>,
  { accountId, sessionId, parentalHash }: Replacement,
): Promise<void> {
  await accounts.parental.change(tx, { accountId, parentalHash })
  await endUnlocks(tx, accounts, { accountId, except: sessionId })
  await messages.post(tx, { accountId, template: 'parentalCodeChanged', params: {} })
}

/** Including dependent streams. Requires the account lock. */
async function endUnlocks(
  tx: Db,
  accounts: Accounts,
  { accountId, except }: { accountId: string; except?: string | undefined },
): Promise<void> {
  await accounts.parental.raiseVersion(tx, accountId)
  await accounts.sessions.lockAll(tx, { accountId, except })
}

const wrongCode = (field: string, remaining: { triesLeft?: number; retryAfter?: number } = {}): AppError =>
  new AppError('WRONG_PARENTAL_CODE', { ...remaining, fields: { [field]: 'WRONG_PASSWORD' satisfies FieldRule } })
