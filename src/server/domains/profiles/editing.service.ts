import type { Kysely } from 'kysely'
import type { AvatarId } from '#contract/avatars.ts'
import { AppError } from '#contract/errors.ts'
import { PROFILES_MAX } from '#contract/profiles.ts'
import type { Genre } from '#contract/genres.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import type { Accounts } from '../accounts/index.ts'
import type { MemberViewer } from '../viewer.ts'
import {
  deleteProfile,
  findProfile,
  findProfiles,
  insertProfile,
  insertTombstone,
  isInUse,
  type ProfileRow,
  updateProfile,
} from './profiles.repo.ts'
import { hasProfileSlot, mayDelete, kidsChangeRule } from './profiles.rules.ts'

export type EditingDeps = { db: Kysely<Database>; clock: Clock; accounts: Accounts }

export type NewProfile = { name: string; avatarId: AvatarId; kids: boolean }
/** Omitted fields keep their values. */
export type ProfileChange = { profileId: string } & { [Field in keyof NewProfile]?: NewProfile[Field] | undefined }

/** Creates, changes and deletes profiles, under the account lock, so that the number of profiles is exact. */
export function createEditing({ db, clock, accounts }: EditingDeps) {
  return { add, change, remove, setPreferredGenres }

  /** @throws CONFLICT when the account has the maximum number of profiles */
  async function add({ accountId }: Pick<MemberViewer, 'accountId'>, profile: NewProfile): Promise<string> {
    const profileId = newId()
    await db.transaction().execute(async (tx) => {
      await accounts.lock(tx, accountId)
      if (!hasProfileSlot((await findProfiles(tx, accountId)).length))
        throw new AppError('CONFLICT', { max: PROFILES_MAX })
      await insertProfile(tx, { ...profile, profileId, accountId, isFirst: false, at: clock.now() })
    })
    return profileId
  }

  /** @throws NOT_FOUND; NOT_ALLOWED to make the first one a kids profile; PARENTAL_CODE_REQUIRED to make a kids profile a normal one */
  async function change(viewer: MemberViewer, { profileId, name, avatarId, kids }: ProfileChange): Promise<void> {
    const { accountId, unlocked } = viewer
    await db.transaction().execute(async (tx) => {
      await accounts.lock(tx, accountId)
      const rule = kidsChangeRule(await requireProfile(tx, { accountId, profileId }), kids)
      if (rule === 'never') throw new AppError('NOT_ALLOWED')
      if (rule === 'code' && !unlocked) throw new AppError('PARENTAL_CODE_REQUIRED')
      await updateProfile(tx, { profileId, set: { name, avatar_id: avatarId, kids } })
    })
  }

  /**
   * Deletes a profile with its library. Sessions that use it lose their profile; those in a kids profile stay in kids mode.
   * @throws NOT_FOUND, NOT_ALLOWED
   */
  async function remove({ accountId, profileId: current }: MemberViewer, profileId: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      await accounts.lock(tx, accountId)
      const profile = await requireProfile(tx, { accountId, profileId })
      if (!mayDelete(profile, current)) throw new AppError('NOT_ALLOWED')
      const expiredBefore = accounts.sessions.expiry()
      const needsTombstone = profile.kids && (await isInUse(tx, { accountId, profileId, expiredBefore }))
      await deleteProfile(tx, profileId)
      if (needsTombstone) await insertTombstone(tx, { accountId, profileId, at: clock.now() })
      else await accounts.sessions.dropProfile(tx, { accountId, profileId })
    })
  }

  /** Sets the preferred genres of the session's profile. @throws NOT_ALLOWED without a profile */
  async function setPreferredGenres({ accountId, profileId }: MemberViewer, genres: readonly Genre[]): Promise<void> {
    const profile = profileId && (await findProfile(db, { accountId, profileId }))
    if (!profile) throw new AppError('NOT_ALLOWED')
    await updateProfile(db, { profileId: profile.profileId, set: { genres: [...new Set(genres)] } })
  }
}

async function requireProfile(db: Db, key: { accountId: string; profileId: string }): Promise<ProfileRow> {
  const profile = await findProfile(db, key)
  if (!profile) throw new AppError('NOT_FOUND')
  return profile
}
