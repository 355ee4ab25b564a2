import type { Kysely } from 'kysely'
import { type AvatarId, AVATARS, DEFAULT_AVATAR, isKidsAvatar } from '#contract/avatars.ts'
import { AppError } from '#contract/errors.ts'
import { GENRES, type Genre } from '#contract/genres.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import type { Accounts, Welcome } from '../accounts/index.ts'
import type { Capability } from '../capability.ts'
import type { Messages } from '../messages/index.ts'
import type { MemberViewer } from '../viewer.ts'
import { type AvatarsDeps, createAvatars } from './avatars.service.ts'
import { type Choice, createChoosing } from './choosing.service.ts'
import { createEditing, type NewProfile, type ProfileChange } from './editing.service.ts'
import { createParental } from './parental.service.ts'
import {
  deleteProfiles,
  findChosen,
  findProfile,
  findProfiles,
  insertProfile,
  type ProfileRow,
  sweepTombstones,
} from './profiles.repo.ts'
import { firstName } from './profiles.rules.ts'

export type ProfilesDeps = {
  db: Kysely<Database>
  clock: Clock
  accounts: Accounts
  messages: Messages
  avatars: AvatarsDeps
}

export type Profiles = ReturnType<typeof createProfiles>

/** A profile as its account sees it. `avatar` is the picture's address; `current` the one that the session has chosen. */
export type OwnProfile = ProfileRow & { avatar: string; deletable: boolean; current: boolean }

const DUE_EVERY_MS = 60_000

/** Whose profiles they are. */
type Owner = Pick<MemberViewer, 'accountId' | 'sessionId'>
type ViewerAsk = Parameters<Accounts['sessions']['viewer']>[1] & { parentalCode?: string | undefined }

/** Builds profiles. */
export function createProfiles({ db, clock, accounts, messages, ...deps }: ProfilesDeps) {
  const avatars = createAvatars(deps.avatars)
  const parental = createParental({ db, clock, accounts, messages })
  const choosing = createChoosing({ db, clock, accounts, parental })
  const editing = createEditing({ db, clock, accounts })
  const { remove, prefer } = editing
  const capability: Capability = {
    dueWork: [{ name: 'profiles', everyMs: DUE_EVERY_MS, run: runDue }],
    personalData: {
      name: 'profiles',
      collect: ({ accountId }) => findProfiles(db, accountId),
      erase: (tx, { accountId }) => deleteProfiles(tx, accountId),
    },
  }
  const calls = { viewer, list, choose, icons, create, update, remove, preferences, prefer }
  return { ...calls, runDue, parental, avatars, capability }

  /** Who holds a token; unlocked for this call when it brings the right code. @throws as sessions.viewer, as parental.prove */
  async function viewer(token: string, { parentalCode, ...ask }: ViewerAsk): Promise<MemberViewer> {
    return parental.unlockCall(await accounts.sessions.viewer(token, ask), parentalCode)
  }

  /** The account's profiles, the last used first. */
  async function list({ accountId, sessionId }: Owner): Promise<OwnProfile[]> {
    const urls = await avatars.urls()
    const [rows, chosen] = await Promise.all([findProfiles(db, accountId), findChosen(db, sessionId)])
    return rows.map((row) => ({
      ...row,
      avatar: urls(row.avatarId),
      deletable: !row.isFirst,
      current: row.profileId === chosen.profileId,
    }))
  }

  /** Chooses the session's profile. @throws NOT_FOUND, PARENTAL_CODE_REQUIRED, WRONG_PARENTAL_CODE, TOO_MANY_TRIES */
  async function choose(viewer: MemberViewer, choice: Choice): Promise<OwnProfile> {
    await choosing.choose(viewer, choice)
    return one(viewer, choice.profileId)
  }

  /** The avatars to choose from. */
  async function icons(): Promise<{ avatarId: AvatarId; url: string; kids: boolean }[]> {
    const urls = await avatars.urls()
    return AVATARS.map((avatarId) => ({ avatarId, url: urls(avatarId), kids: isKidsAvatar(avatarId) }))
  }

  /** Adds a profile. @throws CONFLICT when the account has its five */
  async function create(viewer: Owner, profile: NewProfile): Promise<OwnProfile> {
    return one(viewer, await editing.add(viewer, profile))
  }

  /** Changes what is given. @throws NOT_FOUND, PARENTAL_CODE_REQUIRED, NOT_ALLOWED */
  async function update(viewer: MemberViewer, change: ProfileChange): Promise<OwnProfile> {
    await editing.change(viewer, change)
    return one(viewer, change.profileId)
  }

  async function one(viewer: Owner, profileId: string): Promise<OwnProfile> {
    const found = (await list(viewer)).find((profile) => profile.profileId === profileId)
    if (!found) throw new AppError('NOT_FOUND')
    return found
  }

  /** Every genre, and whether the session's profile likes it. @throws NOT_ALLOWED before one is chosen */
  async function preferences({ accountId, profileId }: MemberViewer): Promise<{ genre: Genre; selected: boolean }[]> {
    const profile = profileId && (await findProfile(db, { accountId, profileId }))
    if (!profile) throw new AppError('NOT_ALLOWED')
    return GENRES.map((genre) => ({ genre, selected: profile.genres.includes(genre) }))
  }

  /** Forgets what has lapsed. */
  async function runDue(): Promise<void> {
    await sweepTombstones(db, accounts.sessions.expiry())
    await parental.sweep()
  }
}

/** Gives a newcomer the profile that stays. */
export const createFirstProfile: Welcome = (db, { accountId, name, at }) =>
  insertProfile(db, {
    profileId: newId(),
    accountId,
    name: firstName(name),
    avatarId: DEFAULT_AVATAR,
    kids: false,
    isFirst: true,
    at,
  })
