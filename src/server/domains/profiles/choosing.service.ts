import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import type { Accounts } from '../accounts/index.ts'
import type { MemberViewer } from '../viewer.ts'
import type { Parental } from './parental.service.ts'
import { findChosen, findProfile, type ProfileRow, updateProfile } from './profiles.repo.ts'

export type ChoosingDeps = { db: Kysely<Database>; clock: Clock; accounts: Accounts; parental: Parental }

export type Choice = { profileId: string; parentalCode?: string | undefined }

/** Choosing the session's profile. */
export function createChoosing({ db, clock, accounts, parental }: ChoosingDeps) {
  return { choose }

  /**
   * Chooses. Out of a child's profile the code is asked, whether it is on or off, unlocked or not; another child's profile takes none.
   * @throws NOT_FOUND, PARENTAL_CODE_REQUIRED, WRONG_PARENTAL_CODE, TOO_MANY_TRIES
   */
  async function choose(viewer: MemberViewer, { profileId, parentalCode }: Choice): Promise<void> {
    const { accountId, sessionId } = viewer
    const proven = (await takesCode(db, viewer, profileId)) ? await proof(viewer, parentalCode) : undefined
    await db.transaction().execute(async (tx) => {
      const account = await accounts.hold(tx, accountId)
      // Asked again while the account is held: the session may have become a child's meanwhile, and the code another.
      if ((await takesCode(tx, viewer, profileId)) && proven !== account.parentalHash) {
        throw new AppError('PARENTAL_CODE_REQUIRED')
      }
      await accounts.sessions.chooseProfile(tx, { sessionId, profileId })
      await updateProfile(tx, { profileId, set: { last_used_at: clock.now() } })
    })
  }

  /** Whether the session is a child's and the wanted profile is not. @throws NOT_FOUND */
  async function takesCode(db: Db, { accountId, sessionId }: MemberViewer, profileId: string): Promise<boolean> {
    const wanted: ProfileRow | undefined = await findProfile(db, { accountId, profileId })
    if (!wanted) throw new AppError('NOT_FOUND')
    return !wanted.kids && (await findChosen(db, sessionId)).kids
  }

  function proof(viewer: MemberViewer, code: string | undefined): Promise<string> {
    if (code === undefined) throw new AppError('PARENTAL_CODE_REQUIRED')
    return parental.prove(viewer, code)
  }
}
