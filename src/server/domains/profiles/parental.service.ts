import { AppError } from '#contract/errors.ts'
import type { FieldRule } from '#contract/fields.ts'
import { type ParentalStatus, UNLOCK_MINUTES } from '#contract/parental.ts'
import type { Db } from '#server/kit/db.ts'
import type { MemberViewer } from '../viewer.ts'
import { createParentalReset, endUnlocks, type ParentalDeps, replaceCode } from './parental-reset.service.ts'

export type Parental = ReturnType<typeof createParental>

/** Verifies and changes the parental code, which accounts stores, and unlocks sessions with it. */
export function createParental(deps: ParentalDeps) {
  const { db, clock, accounts } = deps
  return { ...createParentalReset(deps), verify, unlockRequest, unlock, lock, setUp }

  /**
   * Verifies a code; `field` names the input in the error. Returns the hash that matched, to be compared again under the account lock,
   * as the code may change in between. @throws WRONG_PARENTAL_CODE, TOO_MANY_TRIES
   */
  async function verify({ accountId }: MemberViewer, code: string, field = 'parentalCode'): Promise<string> {
    const { parentalHash } = await accounts.parental.find(accountId)
    const targets = [{ rule: 'parental', subject: accountId }] as const
    const check = { targets, secret: code, hash: parentalHash, remembered: true }
    if (await accounts.credentialChecks.isRight(check)) return parentalHash
    const remaining = await accounts.throttles.remainingParentalTries(db, accountId)
    throw wrongCode(field, remaining)
  }

  /** Unlocks the viewer for one request that carries the right code. @throws as verify */
  async function unlockRequest(viewer: MemberViewer, code: string | undefined): Promise<MemberViewer> {
    const trimmed = code?.trim()
    if (!trimmed || viewer.unlocked) return viewer
    await verify(viewer, trimmed)
    return { ...viewer, unlocked: true }
  }

  /** Unlocks the session for half an hour. @throws as verify */
  async function unlock(viewer: MemberViewer, code: string): Promise<Temporal.Instant> {
    const verifiedHash = await verify(viewer, code)
    return db.transaction().execute(async (tx) => {
      await requireUnchangedCode(tx, viewer, { verifiedHash })
      const until = clock.now().add({ minutes: UNLOCK_MINUTES })
      await accounts.sessions.unlock(tx, { sessionId: viewer.sessionId, until })
      return until
    })
  }

  /** Ends the unlock in every session of the account, and what plays under one. */
  function lock({ accountId }: MemberViewer): Promise<void> {
    return db.transaction().execute(async (tx) => {
      await accounts.lock(tx, accountId)
      await endUnlocks(tx, accounts, { accountId })
    })
  }

  type SetUp = { oldCode: string; newCode?: string | undefined; status?: ParentalStatus | undefined }

  /** Sets a new code, switches the code on or off, or both. @throws as verify */
  async function setUp(viewer: MemberViewer, { oldCode, newCode, status }: SetUp): Promise<ParentalStatus> {
    const { accountId } = viewer
    const verifiedHash = await verify(viewer, oldCode, 'oldCode')
    const parentalHash = newCode === undefined ? undefined : await accounts.hasher.hash(newCode, [accountId])
    return db.transaction().execute(async (tx) => {
      const account = await requireUnchangedCode(tx, viewer, { verifiedHash, field: 'oldCode' })
      if (parentalHash !== undefined) await replaceCode(tx, deps, { viewer, parentalHash })
      else if (status === 'on' && account.parentalStatus === 'off')
        await endUnlocks(tx, accounts, { accountId, except: viewer.sessionId })
      await accounts.parental.change(tx, { accountId, parentalStatus: status })
      return status ?? account.parentalStatus
    })
  }

  /** Locks the account and checks that the code is still the verified one. @throws WRONG_PARENTAL_CODE */
  async function requireUnchangedCode(
    tx: Db,
    { accountId }: MemberViewer,
    { verifiedHash, field = 'parentalCode' }: { verifiedHash: string; field?: string },
  ) {
    const account = await accounts.lock(tx, accountId)
    if (account.parentalHash !== verifiedHash) throw wrongCode(field)
    return account
  }
}

const wrongCode = (field: string, remaining: { triesLeft?: number; retryAfter?: number } = {}): AppError =>
  new AppError('WRONG_PARENTAL_CODE', { ...remaining, fields: { [field]: 'WRONG_PASSWORD' satisfies FieldRule } })
