import { AppError } from '#contract/errors.ts'
import type { FieldRule } from '#contract/fields.ts'
import { type ParentalStatus, UNLOCK_MINUTES } from '#contract/parental.ts'
import type { Db } from '#server/kit/db.ts'
import type { MemberViewer } from '../viewer.ts'
import { createParentalReset, type ParentalDeps, replaceCode } from './parental-reset.service.ts'

export type Parental = ReturnType<typeof createParental>

/** The parental code: what it opens, and how it is changed. The account keeps it. */
export function createParental(deps: ParentalDeps) {
  const { db, clock, accounts } = deps
  return { ...createParentalReset(deps), prove, unlockCall, unlock, lock, setUp }

  /**
   * Proves a code, typed into `field`. Answers the hash that it fits, to be compared again where it is acted on: the code may
   * be changed meanwhile. @throws WRONG_PARENTAL_CODE, TOO_MANY_TRIES
   */
  async function prove({ accountId }: MemberViewer, code: string, field = 'parentalCode'): Promise<string> {
    const { parentalHash } = await accounts.parental.find(accountId)
    const counts = [{ rule: 'parental', of: accountId }] as const
    if (await accounts.guesses.isRight({ counts, secret: code, hash: parentalHash })) return parentalHash
    const left = await accounts.throttles.left(db, accountId)
    throw wrong(field, left)
  }

  /** Who asks, when their call brings a code: a right one unlocks that call, and lifts nothing else. @throws as prove */
  async function unlockCall(viewer: MemberViewer, code: string | undefined): Promise<MemberViewer> {
    const typed = code?.trim()
    if (!typed || viewer.unlocked) return viewer
    await prove(viewer, typed)
    return { ...viewer, unlocked: true }
  }

  /** Unlocks the session for half an hour. @throws as prove */
  async function unlock(viewer: MemberViewer, code: string): Promise<Temporal.Instant> {
    const proven = await prove(viewer, code)
    return db.transaction().execute(async (tx) => {
      await requireSame(tx, viewer, { proven })
      const until = clock.now().add({ minutes: UNLOCK_MINUTES })
      await accounts.sessions.unlock(tx, { sessionId: viewer.sessionId, until })
      return until
    })
  }

  /** Ends the unlock at once. */
  function lock({ sessionId }: MemberViewer): Promise<void> {
    return accounts.sessions.unlock(db, { sessionId, until: null })
  }

  type SetUp = { oldCode: string; newCode?: string | undefined; status?: ParentalStatus | undefined }

  /** Sets another code, turns the asking on or off, or both. @throws as prove */
  async function setUp(viewer: MemberViewer, { oldCode, newCode, status }: SetUp): Promise<ParentalStatus> {
    const { accountId } = viewer
    const proven = await prove(viewer, oldCode, 'oldCode')
    const parentalHash = newCode === undefined ? undefined : await accounts.hasher.hash(newCode)
    return db.transaction().execute(async (tx) => {
      const account = await requireSame(tx, viewer, { proven, field: 'oldCode' })
      if (parentalHash !== undefined) await replaceCode(tx, deps, { viewer, parentalHash })
      await accounts.parental.change(tx, { accountId, parentalStatus: status })
      return status ?? account.parentalStatus
    })
  }

  /** The account, held, whose code is still the one that was proven. @throws WRONG_PARENTAL_CODE */
  async function requireSame(
    tx: Db,
    { accountId }: MemberViewer,
    { proven, field = 'parentalCode' }: { proven: string; field?: string },
  ) {
    const account = await accounts.hold(tx, accountId)
    if (account.parentalHash !== proven) throw wrong(field)
    return account
  }
}

const wrong = (field: string, left: { triesLeft?: number; retryAfter?: number } = {}): AppError =>
  new AppError('WRONG_PARENTAL_CODE', { ...left, fields: { [field]: 'WRONG_PASSWORD' satisfies FieldRule } })
