import { storage } from '#web/kit/storage.ts'

/** What one visit remembers besides the session: SPEC 3's tracking values and device kind, and a few keys of ours. */
const IS_MOBILE = 'isMobile'
const SERIAL = 'harbour.deviceSerial'
const AD_SEEN = 'harbour.adSeen'
const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const

export type Tracking = Partial<Record<(typeof UTM)[number], string>>

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
