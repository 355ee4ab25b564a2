import type { Pattern } from '#contract/values.ts'
import { readLanguage, storeLanguage } from './language.ts'
import { storage } from './storage.ts'

/** SPEC 3's keys; further keys of ours begin with `harbour.`. */
const TOKEN = 'token'
const MOBILE = 'mobileno'
const PROFILE = 'currentProfile'
const KIDS = 'kidsmode'
const IS_MOBILE = 'isMobile'
const SERIAL = 'harbour.deviceSerial'
const AD_SEEN = 'harbour.adSeen'
const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const

export type Tracking = Partial<Record<(typeof UTM)[number], string>>

/** Who is here, as the browser remembers it. */
export interface Session {
  token: string | undefined
  mobileno: string | undefined
  profileId: string | undefined
  pattern: Pattern
}

/** What storage says now. */
export function readSession(): Session {
  return {
    token: storage.local.get(TOKEN) || undefined,
    mobileno: storage.local.get(MOBILE) || undefined,
    profileId: profileOf(storage.local.get(PROFILE)),
    pattern: isKidsMode() ? 'children' : 'normal',
  }
}

/** Kids mode holds for this tab (SPEC 3: session storage). */
export const isKidsMode = (): boolean => Boolean(storage.session.get(KIDS))

/** Leaves kids mode and loads the page anew, so that nothing of it stays. */
export function leaveKidsMode(): void {
  storage.session.remove(KIDS)
  location.hash = ''
  location.reload()
}

/** SPEC 4, session expiry: everything is cleared but the language, which lives on in its cookie too. */
export function clearSession(): void {
  const language = readLanguage()
  storage.local.clear()
  storage.session.clear()
  storeLanguage(language)
}

/** An id of this browser, made once. */
export function deviceSerial(): string {
  const known = storage.local.get(SERIAL)
  if (known) return known
  const made = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  storage.local.set(SERIAL, made)
  return made
}

/** The homepage ad comes once a session. */
export const adSeen = (): boolean => storage.session.get(AD_SEEN) !== null
export const rememberAd = (): void => storage.session.set(AD_SEEN, 'true')

/** Remembers the device kind (SPEC 3). */
export const rememberMobile = (isMobile: boolean): void => storage.session.set(IS_MOBILE, String(isMobile))

/** Keeps the utm values that the address came with, for this visit. */
export function rememberTracking(query: URLSearchParams): void {
  for (const key of UTM) {
    const value = query.get(key)
    if (value) storage.session.set(key, value.slice(0, 200))
  }
}

/** The utm values of this visit. */
export function readTracking(): Tracking {
  const tracking: Tracking = {}
  for (const key of UTM) {
    const value = storage.session.get(key)
    if (value) tracking[key] = value
  }
  return tracking
}

function profileOf(stored: string | null): string | undefined {
  if (!stored) return undefined
  try {
    const profile: unknown = JSON.parse(stored)
    if (
      typeof profile === 'object' &&
      profile !== null &&
      'profileId' in profile &&
      typeof profile.profileId === 'string'
    ) {
      return profile.profileId
    }
  } catch {
    // Not ours: as if no profile were chosen.
  }
  return undefined
}
