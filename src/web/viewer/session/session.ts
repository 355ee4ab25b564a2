import type { Profile } from '#contract/profiles.ts'
import type { Pattern } from '#contract/patterns.ts'
import { readLanguage, storeLanguage } from '#web/kit/language.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { navigationBridge } from '#web/kit/navigation-bridge.ts'
import { createSessionStore, leaveMessage, loadAnew } from '#web/kit/session.ts'
import { storage } from '#web/kit/storage.ts'
import { useStore } from '#web/kit/use-store.ts'

/** SPEC 3's keys; keys beyond SPEC start with `harbour.`. */
const TOKEN = 'token'
const MOBILE = 'mobileno'
const PROFILE = 'currentProfile'
const KIDS = 'kidsmode'
const AREA = 'harbour.areaCode'
const USER = 'harbour.userId'
const PARTNER = 'harbour.partner'
const UNLOCK = 'harbour.unlockedUntil'

/** The chosen profile, as stored. */
export type StoredProfile = Pick<Profile, 'profileId' | 'name' | 'avatar' | 'childrenModel'>

/** The stored session. */
export interface Session {
  readonly token: string | undefined
  readonly mobileno: string | undefined
  readonly areaCode: string | undefined
  readonly profile: StoredProfile | undefined
  /** Kids mode: with a kids profile in every tab, for a visitor in this tab only. */
  readonly pattern: Pattern
}

/** The response of `login.action` and `register3`. */
export interface OpenedSession {
  token: string
  userId: string
  partner: string
  expiresAt?: string
}

/** The mobile number of a session. */
export interface SessionNumber {
  mobileno: string
  areaCode: string
}

export const VISITOR: Session = {
  token: undefined,
  mobileno: undefined,
  areaCode: undefined,
  profile: undefined,
  pattern: 'normal',
}

/** Whether a header can carry the value: anything else, from edited storage or a link, is not a token. */
export const isToken = (value: string): boolean => /^[!-~]+$/.test(value)

const store = createSessionStore(VISITOR, storedValues, sessionOf)

export const readSession = store.get

/** Calls back after each change of the session that this tab makes or learns of. */
export const watchSession = store.subscribe

export const useSession = (): Session => useStore(store, (session) => session)

function storedValues() {
  const mobileno = storage.local.get(MOBILE) || undefined
  const areaCode = storage.local.get(AREA) || undefined
  return [storedToken(), mobileno, areaCode, storage.local.get(PROFILE), storage.session.get(KIDS)] as const
}

function sessionOf(...[token, mobileno, areaCode, stored, kids]: ReturnType<typeof storedValues>): Session {
  const profile = token ? parseProfile(stored) : undefined
  const isChild = token ? profile?.childrenModel === true : Boolean(kids)
  // The prerender knows this visitor only.
  const isVisitor = !token && !mobileno && !areaCode && !isChild
  return isVisitor ? VISITOR : { token, mobileno, areaCode, profile, pattern: isChild ? 'children' : 'normal' }
}

function storedToken(): string | undefined {
  const value = storage.local.get(TOKEN) ?? ''
  return isToken(value) ? value : undefined
}

/** Clears the session when the stored token is malformed. */
export function dropFalseSession(): void {
  if (storage.local.get(TOKEN) !== null && !storedToken()) clearSession()
}

/** After login or registration: stores the token and clears what belonged to another session. The guard then leads to the profiles. */
export function startSession({ token, userId, partner }: OpenedSession, { mobileno, areaCode }: SessionNumber): void {
  storage.local.remove(PROFILE)
  storage.local.remove(UNLOCK)
  storage.session.remove(KIDS)
  storage.local.set(MOBILE, mobileno)
  storage.local.set(AREA, areaCode)
  storage.local.set(USER, userId)
  storage.local.set(PARTNER, partner)
  storage.local.set(TOKEN, token)
  change()
}

/** After `profile/choose`: stores the profile with its mode (SPEC 4), then resumes the pending action or goes to the profile's home. */
export function enterProfile(profile: StoredProfile): void {
  storage.local.remove(UNLOCK)
  storeProfile(profile)
  if (!resumeAction?.()) goToOwnHome()
}

let resumeAction: (() => boolean) | undefined

/** Sets how a pending action is resumed; the handler returns false when there is none. */
export function onProfileEntered(handler: () => boolean): void {
  resumeAction = handler
}

/** Stores the chosen profile as the server returned it; undefined: none is chosen. Kids mode follows it. */
export function storeProfile(profile: StoredProfile | undefined): void {
  if (profile) {
    const { profileId, name, avatar, childrenModel } = profile
    storage.local.set(PROFILE, JSON.stringify({ profileId, name, avatar, childrenModel }))
  } else storage.local.remove(PROFILE)
  mirrorMode()
  change()
}

/** Goes to kids home or home; reloads when it is already there (SPEC 4). */
function goToOwnHome(): void {
  const home = homePath()
  const [at] = location.hash.replace(/^#/, '').split('?')
  if (at?.replace(/\/+$/, '') === home) location.reload()
  else navigationBridge().go(home)
}

/** The home path of the current mode. */
export const homePath = (): string => (isKidsMode() ? PATHS.kids : PATHS.home)

export interface Ending {
  /** Shown once, after the reload. */
  message?: string
  /** The route after the reload; home by default. */
  to?: string
}

/** SPEC 4, logout and session expiry: clears everything but the language and reloads the page. */
export function endSession({ message, to = PATHS.home }: Ending = {}): void {
  clearSession()
  if (message) leaveMessage(message)
  loadAnew(to)
}

/** Clears storage except for the language (SPEC 4). */
export function clearSession(): void {
  const language = readLanguage()
  storage.local.clear()
  storage.session.clear()
  storeLanguage(language)
}

/** Sets a member's kids mode by the profile, even if session storage was edited. A visitor's mode belongs to the tab. */
export function mirrorMode(): void {
  const { token, profile } = readSession()
  if (!token) return
  if (profile?.childrenModel) storage.session.set(KIDS, 'true')
  else storage.session.remove(KIDS)
}

export const isKidsMode = (): boolean => readSession().pattern === 'children'

/** A visitor chooses kids mode for this tab (PRODUCT 2). A member's mode follows the profile. */
export function enterVisitorKids(): void {
  if (readSession().token) return
  storage.session.set(KIDS, 'true')
  change()
  navigationBridge().go(PATHS.kids)
}

/** A visitor leaves kids mode, by a reload. A kids profile is left by the parental code, never here. */
export function leaveKidsMode(): void {
  if (readSession().token) return
  storage.session.remove(KIDS)
  loadAnew(PATHS.home)
}

function change() {
  navigationBridge().dropAnswers()
  store.changed()
}

function parseProfile(stored: string | null): StoredProfile | undefined {
  if (!stored) return undefined
  try {
    const { profileId, name, avatar, childrenModel } = JSON.parse(stored) as Record<string, unknown>
    if (typeof profileId !== 'string' || profileId === '') return undefined
    return {
      profileId,
      name: typeof name === 'string' ? name : '',
      avatar: typeof avatar === 'string' ? avatar : '',
      childrenModel: childrenModel === true,
    }
  } catch {
    // Malformed: as if no profile were chosen.
    return undefined
  }
}
