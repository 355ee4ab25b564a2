import { storage } from '#web/kit/storage.ts'

/** SPEC 3's tracking values and device kind, and keys beyond SPEC. */
const IS_MOBILE = 'isMobile'
const SERIAL = 'harbour.deviceSerial'
const AD_SHOWN_ON = 'harbour.adShownOn'
const POPUP_SHOWN_ON = 'harbour.popupShownOn'
const AD_SEEN = 'harbour.adSeen'
const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const

export type Tracking = Partial<Record<(typeof UTM)[number], string>>

export function deviceSerial(): string {
  const known = storage.local.get(SERIAL)
  if (known) return known
  const created = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  storage.local.set(SERIAL, created)
  return created
}

export const adSeen = (): boolean => storage.local.get(AD_SHOWN_ON) === today() || storage.session.get(AD_SEEN) !== null
export const rememberAd = (): void => storage.local.set(AD_SHOWN_ON, today())

/** Once a day, and not in a tab that has shown the homepage ad. */
export const popupSeen = (): boolean =>
  storage.local.get(POPUP_SHOWN_ON) === today() || storage.session.get(AD_SEEN) !== null
export const rememberPopup = (): void => storage.local.set(POPUP_SHOWN_ON, today())
export const rememberAdInTab = (): void => storage.session.set(AD_SEEN, 'true')

const HONG_KONG_OFFSET_MS = 8 * 3_600_000

/** The date in Hong Kong. */
const today = (): string => new Date(Date.now() + HONG_KONG_OFFSET_MS).toISOString().slice(0, 10)

export const rememberMobile = (isMobile: boolean): void => storage.session.set(IS_MOBILE, String(isMobile))

export function rememberTracking(query: URLSearchParams): void {
  for (const key of UTM) {
    const value = query.get(key)
    if (value) storage.session.set(key, value.slice(0, 200))
  }
}

export function readTracking(): Tracking {
  const tracking: Tracking = {}
  for (const key of UTM) {
    const value = storage.session.get(key)
    if (value) tracking[key] = value
  }
  return tracking
}
