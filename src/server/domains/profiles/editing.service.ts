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
import { hasRoom, mayDelete, ruleOnKids } from './profiles.rules.ts'

export type EditingDeps = { db: Kysely<Database>; clock: Clock; accounts: Accounts }

export type NewProfile = { name: string; avatarId: AvatarId; kids: boolean }
/** What is not given stays. */
export type ProfileChange = { profileId: string } & { [Field in keyof NewProfile]?: NewProfile[Field] | undefined }

/** Making, changing and deleting profiles. All of it while the account is held: what is counted stays as it was counted. */
export function createEditing({ db, clock, accounts }: EditingDeps) {
  return { add, change, remove, prefer }

  /** @throws CONFLICT when the account has as many as it may */
  async function add({ accountId }: Pick<MemberViewer, 'accountId'>, profile: NewProfile): Promise<string> {
    const profileId = newId()
    await db.transaction().execute(async (tx) => {
      await accounts.hold(tx, accountId)
      if (!hasRoom((await findProfiles(tx, accountId)).length)) throw new AppError('CONFLICT', { max: PROFILES_MAX })
      await insertProfile(tx, { ...profile, profileId, accountId, isFirst: false, at: clock.now() })
    })
    return profileId
  }

  /** @throws NOT_FOUND; NOT_ALLOWED for a first profile to be a child's; PARENTAL_CODE_REQUIRED for a child's to be none */
  async function change(viewer: MemberViewer, { profileId, name, avatarId, kids }: ProfileChange): Promise<void> {
    const { accountId, unlocked } = viewer
    await db.transaction().execute(async (tx) => {
      await accounts.hold(tx, accountId)
      const rule = ruleOnKids(await required(tx, { accountId, profileId }), kids)
      if (rule === 'never') throw new AppError('NOT_ALLOWED')
      if (rule === 'code' && !unlocked) throw new AppError('PARENTAL_CODE_REQUIRED')
      await updateProfile(tx, { profileId, set: { name, avatar_id: avatarId, kids } })
    })
  }

  /**
   * Deletes a profile with its library. Sessions that are in it have to choose anew; those in a child's stay a child's.
   * @throws NOT_FOUND, NOT_ALLOWED
   */
  async function remove({ accountId, profileId: current }: MemberViewer, profileId: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      await accounts.hold(tx, accountId)
      const profile = await required(tx, { accountId, profileId })
      if (!mayDelete(profile, current)) throw new AppError('NOT_ALLOWED')
      const expiredBefore = accounts.sessions.expiry()
      const isHeld = profile.kids && (await isInUse(tx, { accountId, profileId, expiredBefore }))
      await deleteProfile(tx, profileId)
      if (isHeld) await insertTombstone(tx, { accountId, profileId, at: clock.now() })
      else await accounts.sessions.dropProfile(tx, { accountId, profileId })
    })
  }

  /** Sets the genres that the session's profile likes. @throws NOT_ALLOWED before one is chosen */
  async function prefer({ accountId, profileId }: MemberViewer, genres: readonly Genre[]): Promise<void> {
    const profile = profileId && (await findProfile(db, { accountId, profileId }))
    if (!profile) throw new AppError('NOT_ALLOWED')
    await updateProfile(db, { profileId: profile.profileId, set: { genres: [...new Set(genres)] } })
  }
}

async function required(db: Db, key: { accountId: string; profileId: string }): Promise<ProfileRow> {
  const profile = await findProfile(db, key)
  if (!profile) throw new AppError('NOT_FOUND')
  return profile
}
