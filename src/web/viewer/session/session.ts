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

export type StoredProfile = Pick<Profile, 'profileId' | 'name' | 'avatar' | 'childrenModel'>

export interface Session {
  readonly token: string | undefined
  readonly mobileno: string | undefined
  readonly areaCode: string | undefined
  readonly profile: StoredProfile | undefined
  /** Kids mode: with a kids profile in every tab, for a visitor in this tab only. */
  readonly pattern: Pattern
}

export interface OpenedSession {
  token: string
  userId: string
  partner: string
  expiresAt?: string
}

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

/** A header cannot carry anything else. */
export const isToken = (value: string): boolean => /^[!-~]+$/.test(value)

const store = createSessionStore(VISITOR, storedValues, sessionOf)

export const readSession = store.get

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

export function dropFalseSession(): void {
  if (storage.local.get(TOKEN) !== null && !storedToken()) clearSession()
}

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

/** After `profile/choose` (SPEC 4). */
export function enterProfile(profile: StoredProfile): void {
  storage.local.remove(UNLOCK)
  storeProfile(profile)
  if (!resumeAction?.()) goToOwnHome()
}

let resumeAction: (() => boolean) | undefined

/** The handler returns false when no action is pending. */
export function onProfileEntered(handler: () => boolean): void {
  resumeAction = handler
}

export function storeProfile(profile: StoredProfile | undefined): void {
  if (profile) {
    const { profileId, name, avatar, childrenModel } = profile
    storage.local.set(PROFILE, JSON.stringify({ profileId, name, avatar, childrenModel }))
  } else storage.local.remove(PROFILE)
  mirrorMode()
  change()
}

function goToOwnHome(): void {
  const home = homePath()
  const [at] = location.hash.replace(/^#/, '').split('?')
  if (at?.replace(/\/+$/, '') === home) location.reload()
  else navigationBridge().go(home)
}

export const homePath = (): string => (isKidsMode() ? PATHS.kids : PATHS.home)

export interface Ending {
  message?: string
  to?: string
}

/** SPEC 4: clears everything but the language and reloads. */
export function endSession({ message, to = PATHS.home }: Ending = {}): void {
  clearSession()
  if (message) leaveMessage(message)
  loadAnew(to)
}

export function clearSession(): void {
  const language = readLanguage()
  storage.local.clear()
  storage.session.clear()
  storeLanguage(language)
}

/** Follows the profile even if session storage was edited. */
export function mirrorMode(): void {
  const { token, profile } = readSession()
  if (!token) return
  if (profile?.childrenModel) storage.session.set(KIDS, 'true')
  else storage.session.remove(KIDS)
}

export const isKidsMode = (): boolean => readSession().pattern === 'children'

export function enterVisitorKids(): void {
  if (readSession().token) return
  storage.session.set(KIDS, 'true')
  change()
  navigationBridge().go(PATHS.kids)
}

/** A kids profile is left by the parental code, never here. */
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
