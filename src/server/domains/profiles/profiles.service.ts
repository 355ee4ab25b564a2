import type { Kysely } from 'kysely'
import { type AvatarId, AVATARS, DEFAULT_AVATAR, isKidsAvatar } from '#contract/avatars.ts'
import { AppError } from '#contract/errors.ts'
import { GENRES, type Genre } from '#contract/genres.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import type { Accounts, AccountCreatedHook } from '../accounts/index.ts'
import type { DomainModule } from '../domain-module.ts'
import type { Messages } from '../messages/index.ts'
import type { MemberViewer } from '../viewer.ts'
import { type AvatarsDeps, createAvatars } from './avatars.service.ts'
import { type Choice, createChoosing } from './choosing.service.ts'
import { createEditing, type NewProfile, type ProfileChange } from './editing.service.ts'
import { createParental } from './parental.service.ts'
import {
  deleteProfiles,
  findSessionProfile,
  findProfile,
  findProfiles,
  insertProfile,
  type ProfileRow,
  sweepTombstones,
} from './profiles.repo.ts'
import { firstProfileName } from './profiles.rules.ts'

export type ProfilesDeps = {
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

export function createProfiles({ db, clock, accounts, messages, ...deps }: ProfilesDeps) {
  const avatars = createAvatars(deps.avatars)
  const parental = createParental({ db, clock, accounts, messages })
  const choosing = createChoosing({ db, clock, accounts, parental })
  const editing = createEditing({ db, clock, accounts })
  const { remove, setPreferredGenres } = editing
  const domainModule: DomainModule = {
    scheduledTasks: [{ name: 'profiles', everyMs: DUE_EVERY_MS, run: runDue }],
    personalData: {
      name: 'profiles',
      collect: ({ accountId }) => findProfiles(db, accountId),
      erase: (tx, { accountId }) => deleteProfiles(tx, accountId),
    },
  }
  const calls = { viewer, list, choose, icons, create, update, remove, preferences, setPreferredGenres }
  return { ...calls, runDue, parental, avatars, domainModule }

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

  /** Chooses the session's profile. @throws NOT_FOUND, PARENTAL_CODE_REQUIRED, WRONG_PARENTAL_CODE, TOO_MANY_TRIES */
  async function choose(viewer: MemberViewer, choice: Choice): Promise<OwnProfile> {
    await choosing.choose(viewer, choice)
    return findOwn(viewer, choice.profileId)
  }

  /** The available avatars. */
  async function icons(): Promise<{ avatarId: AvatarId; url: string; kids: boolean }[]> {
    const urls = await avatars.urls()
    return AVATARS.map((avatarId) => ({ avatarId, url: urls(avatarId), kids: isKidsAvatar(avatarId) }))
  }

  /** @throws CONFLICT when the account has five profiles */
  async function create(viewer: Owner, profile: NewProfile): Promise<OwnProfile> {
    return findOwn(viewer, await editing.add(viewer, profile))
  }

  /** Changes the given fields. @throws NOT_FOUND, PARENTAL_CODE_REQUIRED, NOT_ALLOWED */
  async function update(viewer: MemberViewer, change: ProfileChange): Promise<OwnProfile> {
    await editing.change(viewer, change)
    return findOwn(viewer, change.profileId)
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

/** Creates the first profile of a new account. It cannot be deleted. */
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
