import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import type { Accounts } from '../accounts/index.ts'
import type { MemberViewer } from '../viewer.ts'
import type { Parental } from './parental.service.ts'
import { findSessionProfile, findProfile, type ProfileRow, updateProfile } from './profiles.repo.ts'

export type ChoosingDeps = { db: Kysely<Database>; clock: Clock; accounts: Accounts; parental: Parental }

export type Choice = { profileId: string; parentalCode?: string | undefined }

/** Chooses the session's profile. */
export function createChoosing({ db, clock, accounts, parental }: ChoosingDeps) {
  return { choose }

  /**
   * Leaving a kids profile requires the parental code, also when it is switched off or the session is unlocked. Changing to another
   * kids profile does not.
   * @throws NOT_FOUND, PARENTAL_CODE_REQUIRED, WRONG_PARENTAL_CODE, TOO_MANY_TRIES
   */
  async function choose(viewer: MemberViewer, { profileId, parentalCode }: Choice): Promise<void> {
    const { accountId, sessionId } = viewer
    const verifiedHash = (await requiresCode(db, viewer, profileId))
      ? await verifyCode(viewer, parentalCode)
      : undefined
    await db.transaction().execute(async (tx) => {
      const account = await accounts.lock(tx, accountId)
      // Checked again under the account lock: the session's profile or the code may have changed.
      if ((await requiresCode(tx, viewer, profileId)) && verifiedHash !== account.parentalHash) {
        throw new AppError('PARENTAL_CODE_REQUIRED')
      }
      await accounts.sessions.chooseProfile(tx, { sessionId, profileId })
      await updateProfile(tx, { profileId, set: { last_used_at: clock.now() } })
    })
  }

  /** True if the session has a kids profile and the requested one is not. @throws NOT_FOUND */
  async function requiresCode(db: Db, { accountId, sessionId }: MemberViewer, profileId: string): Promise<boolean> {
    const profile: ProfileRow | undefined = await findProfile(db, { accountId, profileId })
    if (!profile) throw new AppError('NOT_FOUND')
    return !profile.kids && (await findSessionProfile(db, sessionId)).kids
  }

  function verifyCode(viewer: MemberViewer, code: string | undefined): Promise<string> {
    if (code === undefined) throw new AppError('PARENTAL_CODE_REQUIRED')
    return parental.verify(viewer, code)
  }
}
