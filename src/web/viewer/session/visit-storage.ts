import { storage } from '#web/kit/storage.ts'

/** What a visit stores besides the session: SPEC 3's tracking values and device kind, and keys beyond SPEC. */
const IS_MOBILE = 'isMobile'
const SERIAL = 'harbour.deviceSerial'
const AD_SHOWN_ON = 'harbour.adShownOn'
const POPUP_SHOWN_ON = 'harbour.popupShownOn'
/** Shown in this tab. */
const AD_SEEN = 'harbour.adSeen'
const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const

export type Tracking = Partial<Record<(typeof UTM)[number], string>>

/** A random id of this browser, created once. */
export function deviceSerial(): string {
  const known = storage.local.get(SERIAL)
  if (known) return known
  const created = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  storage.local.set(SERIAL, created)
  return created
}

/** The homepage ad is shown once a day. */
export const adSeen = (): boolean => storage.local.get(AD_SHOWN_ON) === today() || storage.session.get(AD_SEEN) !== null
export const rememberAd = (): void => storage.local.set(AD_SHOWN_ON, today())

/** The pop-up ad is shown once a day, and not in a tab that has shown the homepage ad. */
export const popupSeen = (): boolean =>
  storage.local.get(POPUP_SHOWN_ON) === today() || storage.session.get(AD_SEEN) !== null
export const rememberPopup = (): void => storage.local.set(POPUP_SHOWN_ON, today())
/** The homepage ad was shown in this tab. */
export const rememberAdInTab = (): void => storage.session.set(AD_SEEN, 'true')

const HONG_KONG_OFFSET_MS = 8 * 3_600_000

/** The date in Hong Kong. */
const today = (): string => new Date(Date.now() + HONG_KONG_OFFSET_MS).toISOString().slice(0, 10)

/** Remembers the device kind (SPEC 3). */
export const rememberMobile = (isMobile: boolean): void => storage.session.set(IS_MOBILE, String(isMobile))

/** Stores the utm values of the address for this visit. */
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
