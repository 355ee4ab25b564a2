import type { Kysely } from 'kysely'
import { type AvatarId, AVATARS, DEFAULT_AVATAR, isKidsAvatar, isAvatar } from '#contract/avatars.ts'
import { AppError } from '#contract/errors.ts'
import { GENRES, type Genre } from '#contract/genres.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type Database, type Db, inTransaction } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import type { Accounts, AccountCreatedHook } from '../accounts/index.ts'
import type { DomainModule } from '../domain-module.ts'
import type { Messages } from '../messages/index.ts'
import type { MemberViewer } from '../viewer.ts'
import { createParental } from './parental.service.ts'
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
 * Profiles: the profiles of an account, kids mode and the parental code.
 * Owns the tables profile and parental_reset. Does not decide what a profile may watch (access) and stores neither watch
 * progress nor favourites (library). Accounts stores the code's hash and the session's profile.
 */
export { viewerProfiles } from './profiles.repo.ts'

type ProfilesDeps = {
  db: Kysely<Database>
  clock: Clock
  accounts: Accounts
  messages: Messages
  avatars: AvatarsDeps
}

export type Profiles = ReturnType<typeof createProfiles>

/** A profile as shown to its account. `avatar` is a URL; `current` marks the session's profile. */
export type OwnProfile = ProfileRow & { avatar: string; deletable: boolean; current: boolean }

const DUE_EVERY_MS = 60_000

type Owner = Pick<MemberViewer, 'accountId' | 'sessionId'>
type ViewerRequest = Parameters<Accounts['sessions']['viewer']>[1] & { parentalCode?: string | undefined }

type ProfileFields = { name: string; avatarId: AvatarId; kids: boolean }
/** Omitted fields keep their values. */
type ProfileChange = { profileId: string } & { [Field in keyof ProfileFields]?: ProfileFields[Field] | undefined }

type Choice = { profileId: string; parentalCode?: string | undefined }

/** The profiles of an account. They change under the account lock, so that their number is exact. */
export function createProfiles({ db, clock, accounts, messages, ...deps }: ProfilesDeps) {
  const avatars = createAvatars(deps.avatars)
  const parental = createParental({ db, clock, accounts, messages })
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

  /** Authenticates a token; unlocks the request if it carries the right code. @throws as sessions.viewer, parental.verify */
  async function viewer(token: string, { parentalCode, ...request }: ViewerRequest): Promise<MemberViewer> {
    return parental.unlockRequest(await accounts.sessions.viewer(token, request), parentalCode)
  }

  /** The account's profiles, the last used first. */
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

  /**
   * Chooses the session's profile. Leaving a kids profile requires the parental code, also when it is switched off or the session is unlocked. Changing to another
   * kids profile does not.
   * @throws NOT_FOUND, PARENTAL_CODE_REQUIRED, WRONG_PARENTAL_CODE, TOO_MANY_TRIES
   */
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

  /** The available avatars. */
  async function icons(): Promise<{ avatarId: AvatarId; url: string; kids: boolean }[]> {
    const urls = await avatars.urls()
    return AVATARS.map((avatarId) => ({ avatarId, url: urls(avatarId), kids: isKidsAvatar(avatarId) }))
  }

  /** @throws CONFLICT when the account has the maximum number of profiles */
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

  /** @throws NOT_FOUND; NOT_ALLOWED to make the first one a kids profile; PARENTAL_CODE_REQUIRED to make a kids profile a normal one */
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

  /**
   * Deletes a profile with its library. Sessions that use it lose their profile; those in a kids profile stay in kids mode.
   * @throws NOT_FOUND, NOT_ALLOWED
   */
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

  /** Sets the preferred genres of the session's profile. @throws NOT_ALLOWED without a profile */
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

  /** Every genre, and whether the session's profile prefers it. @throws NOT_ALLOWED without a profile */
  async function preferences({ accountId, profileId }: MemberViewer): Promise<{ genre: Genre; selected: boolean }[]> {
    const profile = profileId && (await findProfile(db, { accountId, profileId }))
    if (!profile) throw new AppError('NOT_ALLOWED')
    return GENRES.map((genre) => ({ genre, selected: profile.genres.includes(genre) }))
  }

  /** Deletes unused tombstones and expired reset tokens. */
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

type AvatarsDeps = {
  images: AvatarImages
  folder: string
  imageUrl: (key: string) => string
}

/** Returns an avatar's URL. */
type AvatarUrls = (avatarId: string) => string

function createAvatars({ images, folder, imageUrl }: AvatarsDeps) {
  let cached: Promise<ReadonlyMap<AvatarId, string>> | undefined
  return { registerAll, urls }

  /** Registers every avatar. Idempotent. */
  async function registerAll(): Promise<ReadonlyMap<AvatarId, string>> {
    const urlsById = new Map<AvatarId, string>()
    for (const avatarId of AVATARS) {
      const file = join(folder, `${avatarId}.webp`)
      const key = await images.register({ file }, { name: `avatar-${avatarId}`, priority: 1 })
      urlsById.set(avatarId, imageUrl(key))
    }
    return urlsById
  }

  /** The URL of each avatar; an unknown id yields the default avatar. */
  async function urls(): Promise<AvatarUrls> {
    const urlsById = await (cached ??= registerAll().catch(resetCache))
    return (avatarId) => urlsById.get(isAvatar(avatarId) ? avatarId : DEFAULT_AVATAR) ?? ''
  }

  /** A failure is not cached: the next caller retries. */
  function resetCache(error: unknown): never {
    cached = undefined
    throw error
  }
}

/** Registers images: the same file yields the same image. */
interface AvatarImages {
  /** Returns the image's key. Priority 0 is prepared first. */
  register(source: { file: string }, label: { name: string; priority: 0 | 1 | 2 }): Promise<string>
}
