import type { Profile } from '#contract/profiles.ts'
import type { Pattern } from '#contract/patterns.ts'
import { readLanguage, storeLanguage } from '#web/kit/language.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { navigationBridge } from './navigation-bridge.ts'
import { forgetScrollPositions } from '#web/kit/scroll-memory.ts'
import { storage } from '#web/kit/storage.ts'
import { createExternalStore } from '#web/kit/store.ts'
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
const MESSAGE = 'harbour.message'

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

/** The storage values behind `last`: while they are the same, readers get the same object, as React requires of a store. */
let lastSource = ''
let last = VISITOR

/** Whether a header can carry the value: anything else, from edited storage or a link, is not a token. */
export const isToken = (value: string): boolean => /^[!-~]+$/.test(value)

/** Reads the session from storage. */
export function readSession(): Session {
  const token = storedToken()
  const mobileno = storage.local.get(MOBILE) || undefined
  const areaCode = storage.local.get(AREA) || undefined
  const stored = storage.local.get(PROFILE)
  const kids = storage.session.get(KIDS)
  const source = JSON.stringify([token, mobileno, areaCode, stored, kids])
  if (source === lastSource) return last
  const profile = token ? parseProfile(stored) : undefined
  const isChild = token ? profile?.childrenModel === true : Boolean(kids)
  lastSource = source
  // A visitor is always the same object, as in the prerender: hydration then finds no change that makes it render the page again.
  const isVisitor = !token && !mobileno && !areaCode && !isChild
  last = isVisitor ? VISITOR : { token, mobileno, areaCode, profile, pattern: isChild ? 'children' : 'normal' }
  return last
}

function storedToken(): string | undefined {
  const value = storage.local.get(TOKEN) ?? ''
  return isToken(value) ? value : undefined
}

/** Clears the session when the stored token is malformed. */
export function dropFalseSession(): void {
  if (storage.local.get(TOKEN) !== null && !storedToken()) clearSession()
}

/** The prerender knows visitors only. */
const store = createExternalStore(readSession, VISITOR)

/** Calls back after each change of the session that this tab makes or learns of. */
export const watchSession = store.subscribe

export const useSession = (): Session => useStore(store, (session) => session)

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

/** Reloads the page at a route, without a new history entry. The scroll positions belonged to the session or the mode that ends. */
export function loadAnew(to: string): void {
  forgetScrollPositions()
  history.replaceState(null, '', `#${to}`)
  location.reload()
}

/** Stores a message for the next page load. */
export const leaveMessage = (message: string): void => storage.session.set(MESSAGE, message)

/** The message stored for this page load; removed by reading it. */
export function takeMessage(): string | undefined {
  const message = storage.session.get(MESSAGE) ?? undefined
  storage.session.remove(MESSAGE)
  return message
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
