import type { Profile } from '#contract/profiles.ts'
import type { Pattern } from '#contract/patterns.ts'
import { readLanguage, storeLanguage } from '#web/kit/language.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { navigationBridge } from './navigation-bridge.ts'
import { storage } from '#web/kit/storage.ts'
import { createExternalStore } from '#web/kit/store.ts'
import { useStore } from '#web/kit/use-store.ts'
import { adSeen, rememberAd } from './visit-storage.ts'

/** SPEC 3's keys; further keys of ours begin with `harbour.`. */
const TOKEN = 'token'
const MOBILE = 'mobileno'
const PROFILE = 'currentProfile'
const KIDS = 'kidsmode'
const AREA = 'harbour.areaCode'
const USER = 'harbour.userId'
const PARTNER = 'harbour.partner'
const UNLOCK = 'harbour.unlockedUntil'
const MESSAGE = 'harbour.message'

/** The chosen profile, as the browser remembers it. */
export type StoredProfile = Pick<Profile, 'profileId' | 'name' | 'avatar' | 'childrenModel'>

/** Who is here, as the browser remembers it. */
export interface Session {
  readonly token: string | undefined
  readonly mobileno: string | undefined
  readonly areaCode: string | undefined
  readonly profile: StoredProfile | undefined
  /** Kids mode: of a child's profile in every tab, of a visitor in this one. */
  readonly pattern: Pattern
}

/** What `login.action` and `register3` answer. */
export interface OpenedSession {
  token: string
  userId: string
  partner: string
  expiresAt?: string
}

/** Whose session it is. */
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

/** What the last reading was made of: the same words give the same object, which is how React sees that nothing changed. */
let lastWords = ''
let last = VISITOR

/** Whether a header can carry it: anything else (by edited storage, in a link) is no token of ours. */
export const isToken = (word: string): boolean => /^[!-~]+$/.test(word)

/** What storage says now. */
export function readSession(): Session {
  const token = storedToken()
  const mobileno = storage.local.get(MOBILE) || undefined
  const areaCode = storage.local.get(AREA) || undefined
  const stored = storage.local.get(PROFILE)
  const kids = storage.session.get(KIDS)
  const words = JSON.stringify([token, mobileno, areaCode, stored, kids])
  if (words === lastWords) return last
  const profile = token ? parseProfile(stored) : undefined
  const isChild = token ? profile?.childrenModel === true : Boolean(kids)
  lastWords = words
  // A visitor is always the same object, as in the prerender: hydration then finds no change that makes it render the page again.
  const isVisitor = !token && !mobileno && !areaCode && !isChild
  last = isVisitor ? VISITOR : { token, mobileno, areaCode, profile, pattern: isChild ? 'children' : 'normal' }
  return last
}

function storedToken(): string | undefined {
  const word = storage.local.get(TOKEN) ?? ''
  return isToken(word) ? word : undefined
}

/** What is stored in place of a token but can be none is nobody's session: all of it goes. */
export function dropFalseSession(): void {
  if (storage.local.get(TOKEN) !== null && !storedToken()) clearSession()
}

/** The prerender knows visitors only. */
const store = createExternalStore(readSession, VISITOR)

/** Calls back after each change of the session that this tab makes or learns of. */
export const watchSession = store.subscribe

export const useSession = (): Session => useStore(store, (session) => session)

/** After login or registration: the token is stored, what was there of another is forgotten. The guard leads to the profiles. */
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

/** After `profile/choose`: stores the profile with its mode (SPEC 4) and goes to its home, or does what was wished for before the login. */
export function enterProfile(profile: StoredProfile): void {
  storage.local.remove(UNLOCK)
  storeProfile(profile)
  if (!doWish?.()) goToOwnHome()
}

let doWish: (() => boolean) | undefined

/** The site says how a waiting wish is done; it answers false when there was none. */
export function onProfileEntered(handler: () => boolean): void {
  doWish = handler
}

/** Keeps what the server says of the chosen profile; undefined: none is chosen. The mode follows it. */
export function storeProfile(profile: StoredProfile | undefined): void {
  if (profile) {
    const { profileId, name, avatar, childrenModel } = profile
    storage.local.set(PROFILE, JSON.stringify({ profileId, name, avatar, childrenModel }))
  } else storage.local.remove(PROFILE)
  mirrorMode()
  change()
}

/** To kids home or home; when it is already there, the page loads anew (SPEC 4). */
function goToOwnHome(): void {
  const home = homePath()
  const [at] = location.hash.replace(/^#/, '').split('?')
  if (at?.replace(/\/+$/, '') === home) location.reload()
  else navigationBridge().go(home)
}

/** Home of the present mode. */
export const homePath = (): string => (isKidsMode() ? PATHS.kids : PATHS.home)

export interface Ending {
  /** Said once, after the page has loaded anew. */
  message?: string
  /** Where the page then is; home when left out. */
  to?: string
}

/** SPEC 4, logout and session expiry: everything is cleared but the language, and the page begins anew. */
export function endSession({ message, to = PATHS.home }: Ending = {}): void {
  clearSession()
  if (message) leaveMessage(message)
  loadAnew(to)
}

/** Loads the page anew at a route, without a step in history. */
export function loadAnew(to: string): void {
  history.replaceState(null, '', `#${to}`)
  location.reload()
}

/** Leaves a message for the page that is loaded next. */
export const leaveMessage = (message: string): void => storage.session.set(MESSAGE, message)

/** The message that was left for this page, once. */
export function takeMessage(): string | undefined {
  const message = storage.session.get(MESSAGE) ?? undefined
  storage.session.remove(MESSAGE)
  return message
}

/** Clears all of storage but the language, which lives on in its cookie too, and that this tab has had its ad: whoever is here has seen it. */
export function clearSession(): void {
  const language = readLanguage()
  const hadAd = adSeen()
  storage.local.clear()
  storage.session.clear()
  storeLanguage(language)
  if (hadAd) rememberAd()
}

/** A member's kids mode is a mirror of the profile, whatever session storage was made to say. A visitor's is this tab's own. */
export function mirrorMode(): void {
  const { token, profile } = readSession()
  if (!token) return
  if (profile?.childrenModel) storage.session.set(KIDS, 'true')
  else storage.session.remove(KIDS)
}

/** Kids mode holds here. */
export const isKidsMode = (): boolean => readSession().pattern === 'children'

/** A visitor chooses kids mode for this tab (PRODUCT 2). A member's mode follows the profile. */
export function enterVisitorKids(): void {
  if (readSession().token) return
  storage.session.set(KIDS, 'true')
  change()
  navigationBridge().go(PATHS.kids)
}

/** A visitor leaves kids mode; the page loads anew, so that nothing of it stays. A child's profile is left by its code, never here. */
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
    // Not ours: as if no profile were chosen.
    return undefined
  }
}
