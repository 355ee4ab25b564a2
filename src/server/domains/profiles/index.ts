import { type AvatarId, AVATARS, DEFAULT_AVATAR, isKidsAvatar, isAvatar } from '#contract/avatars.ts'
import { AppError } from '#contract/errors.ts'
import { GENRES, type Genre } from '#contract/genres.ts'
import { type Db, inTransaction } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import type { Accounts, AccountCreatedHook } from '../accounts/index.ts'
import type { DomainModule } from '../domain-module.ts'
import type { MemberViewer } from '../viewer.ts'
import { createParental } from './parental.service.ts'
import type { ProfilesDeps } from './ports.ts'
import {
  deleteProfiles,
  findSessionProfile,
  findProfile,
  findProfiles,
  insertProfile,
  type ProfileRow,
  sweepTombstones,
  deleteProfile,
  insertTombstone,
  isInUse,
  updateProfile,
} from './profiles.repo.ts'
import { firstProfileName, hasProfileSlot, mayDelete, kidsChangeRule } from './profiles.rules.ts'
import { PROFILES_MAX } from '#contract/profiles.ts'
import { join } from 'node:path'

/**
 * Profiles: profiles of an account, kids mode, parental code. Owns profile and parental_reset.
 * Never decides playback (access) or stores progress, favourites (library), the code's hash or the session's profile (accounts).
 */
export { viewerProfiles } from './profiles.repo.ts'

export type Profiles = ReturnType<typeof createProfiles>

/** `avatar`: URL. `current`: the session's profile. */
export type OwnProfile = ProfileRow & { avatar: string; deletable: boolean; current: boolean }

const DUE_EVERY_MS = 60_000

type Owner = Pick<MemberViewer, 'accountId' | 'sessionId'>
type ViewerRequest = Parameters<Accounts['sessions']['viewer']>[1] & { parentalCode?: string | undefined }

type ProfileFields = { name: string; avatarId: AvatarId; kids: boolean }
type ProfileChange = { profileId: string } & { [Field in keyof ProfileFields]?: ProfileFields[Field] | undefined }

type Choice = { profileId: string; parentalCode?: string | undefined }

/** Changes lock the account, so that the number of profiles is exact. */
export function createProfiles(deps: ProfilesDeps) {
  const { db, clock, accounts } = deps
  const avatars = createAvatars(deps.avatars)
  const parental = createParental(deps)
  const domainModule: DomainModule = {
    scheduledTasks: [{ name: 'profiles', everyMs: DUE_EVERY_MS, run: runDue }],
    personalData: {
      name: 'profiles',
      collect: ({ accountId }) => findProfiles(db, accountId),
      erase: (tx, { accountId }) => deleteProfiles(tx, accountId),
    },
  }
  return {
    viewer,
    list,
    choose,
    icons,
    create,
    update,
    remove,
    preferences,
    setPreferredGenres,
    runDue,
    parental,
    avatars,
    domainModule,
  }

  /** Unlocks the request if it carries the right code. @throws as sessions.viewer, parental.verify */
  async function viewer(token: string, { parentalCode, ...request }: ViewerRequest): Promise<MemberViewer> {
    return parental.unlockRequest(await accounts.sessions.viewer(token, request), parentalCode)
  }

  async function list({ accountId, sessionId }: Owner): Promise<OwnProfile[]> {
    const urls = await avatars.urls()
    const [rows, sessionProfile] = await Promise.all([findProfiles(db, accountId), findSessionProfile(db, sessionId)])
    return rows.map((row) => ({
      ...row,
      avatar: urls(row.avatarId),
      deletable: !row.isFirst,
      current: row.profileId === sessionProfile.profileId,
    }))
  }

  /** Leaving kids mode always requires the parental code. @throws NOT_FOUND, PARENTAL_CODE_REQUIRED, WRONG_PARENTAL_CODE, TOO_MANY_TRIES */
  async function choose(viewer: MemberViewer, { profileId, parentalCode }: Choice): Promise<OwnProfile> {
    const { accountId, sessionId } = viewer
    const verifiedHash = (await requiresCode(db, viewer, profileId))
      ? await verifyCode(viewer, parentalCode)
      : undefined
    await inTransaction(db, async (tx) => {
      const account = await accounts.lock(tx, accountId)
      // Checked again under the account lock: the session's profile or the code may have changed.
      if ((await requiresCode(tx, viewer, profileId)) && verifiedHash !== account.parentalHash) {
        throw new AppError('PARENTAL_CODE_REQUIRED')
      }
      await accounts.sessions.chooseProfile(tx, { sessionId, profileId })
      await updateProfile(tx, { profileId, set: { last_used_at: clock.now() } })
    })
    return findOwn(viewer, profileId)
  }

  /** For leaving a kids profile. @throws NOT_FOUND */
  async function requiresCode(db: Db, { accountId, sessionId }: MemberViewer, profileId: string): Promise<boolean> {
    const profile: ProfileRow | undefined = await findProfile(db, { accountId, profileId })
    if (!profile) throw new AppError('NOT_FOUND')
    return !profile.kids && (await findSessionProfile(db, sessionId)).kids
  }

  function verifyCode(viewer: MemberViewer, code: string | undefined): Promise<string> {
    if (code === undefined) throw new AppError('PARENTAL_CODE_REQUIRED')
    return parental.verify(viewer, code)
  }

  async function icons(): Promise<{ avatarId: AvatarId; url: string; kids: boolean }[]> {
    const urls = await avatars.urls()
    return AVATARS.map((avatarId) => ({ avatarId, url: urls(avatarId), kids: isKidsAvatar(avatarId) }))
  }

  /** @throws CONFLICT at the maximum number of profiles */
  async function create(viewer: Owner, profile: ProfileFields): Promise<OwnProfile> {
    const { accountId } = viewer
    const profileId = newId()
    await inTransaction(db, async (tx) => {
      await accounts.lock(tx, accountId)
      if (!hasProfileSlot((await findProfiles(tx, accountId)).length))
        throw new AppError('CONFLICT', { max: PROFILES_MAX })
      await insertProfile(tx, { ...profile, profileId, accountId, isFirst: false, at: clock.now() })
    })
    return findOwn(viewer, profileId)
  }

  /** @throws NOT_FOUND; NOT_ALLOWED for kids mode of the first; PARENTAL_CODE_REQUIRED to end kids mode */
  async function update(viewer: MemberViewer, { profileId, name, avatarId, kids }: ProfileChange): Promise<OwnProfile> {
    const { accountId, unlocked } = viewer
    await inTransaction(db, async (tx) => {
      await accounts.lock(tx, accountId)
      const rule = kidsChangeRule(await requireProfile(tx, { accountId, profileId }), kids)
      if (rule === 'never') throw new AppError('NOT_ALLOWED')
      if (rule === 'code' && !unlocked) throw new AppError('PARENTAL_CODE_REQUIRED')
      await updateProfile(tx, { profileId, set: { name, avatar_id: avatarId, kids } })
    })
    return findOwn(viewer, profileId)
  }

  /** Its sessions lose their profile, or stay in kids mode. @throws NOT_FOUND, NOT_ALLOWED */
  async function remove({ accountId, profileId: current }: MemberViewer, profileId: string): Promise<void> {
    await inTransaction(db, async (tx) => {
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

  /** @throws NOT_ALLOWED without a profile */
  async function setPreferredGenres({ accountId, profileId }: MemberViewer, genres: readonly Genre[]): Promise<void> {
    const profile = profileId && (await findProfile(db, { accountId, profileId }))
    if (!profile) throw new AppError('NOT_ALLOWED')
    await updateProfile(db, { profileId: profile.profileId, set: { genres: [...new Set(genres)] } })
  }

  async function findOwn(viewer: Owner, profileId: string): Promise<OwnProfile> {
    const found = (await list(viewer)).find((profile) => profile.profileId === profileId)
    if (!found) throw new AppError('NOT_FOUND')
    return found
  }

  /** @throws NOT_ALLOWED without a profile */
  async function preferences({ accountId, profileId }: MemberViewer): Promise<{ genre: Genre; selected: boolean }[]> {
    const profile = profileId && (await findProfile(db, { accountId, profileId }))
    if (!profile) throw new AppError('NOT_ALLOWED')
    return GENRES.map((genre) => ({ genre, selected: profile.genres.includes(genre) }))
  }

  async function runDue(): Promise<void> {
    await sweepTombstones(db, accounts.sessions.expiry())
    await parental.sweep()
  }
}

async function requireProfile(db: Db, key: { accountId: string; profileId: string }): Promise<ProfileRow> {
  const profile = await findProfile(db, key)
  if (!profile) throw new AppError('NOT_FOUND')
  return profile
}

export const createFirstProfile: AccountCreatedHook = (db, { accountId, name, at }) =>
  insertProfile(db, {
    profileId: newId(),
    accountId,
    name: firstProfileName(name),
    avatarId: DEFAULT_AVATAR,
    kids: false,
    isFirst: true,
    at,
  })

type AvatarUrls = (avatarId: string) => string

function createAvatars({ images, folder, imageUrl }: ProfilesDeps['avatars']) {
  let cached: Promise<ReadonlyMap<AvatarId, string>> | undefined
  return { registerAll, urls }

  /** Idempotent. */
  async function registerAll(): Promise<ReadonlyMap<AvatarId, string>> {
    const urlsById = new Map<AvatarId, string>()
    for (const avatarId of AVATARS) {
      const file = join(folder, `${avatarId}.webp`)
      const key = await images.register({ file }, { name: `avatar-${avatarId}`, priority: 1 })
      urlsById.set(avatarId, imageUrl(key))
    }
    return urlsById
  }

  async function urls(): Promise<AvatarUrls> {
    const urlsById = await (cached ??= registerAll().catch(resetCache))
    return (avatarId) => urlsById.get(isAvatar(avatarId) ? avatarId : DEFAULT_AVATAR) ?? ''
  }

  /** Failures are not cached. */
  function resetCache(error: unknown): never {
    cached = undefined
    throw error
  }
}
