/** A promotion opens within this time of home's first paint, or not at all that day. */
export const OPEN_WITHIN_MS = 3000

/** What decides about the full-screen ad of home. */
export interface AdContext {
  /** Already seen today in this browser. */
  seen: boolean
  kidsMode: boolean
  /** Something is open over the page, or being typed; the page is scrolled, or has skeletons. */
  occupied: boolean
}

/** The pop-up ad comes on another visit than the full-screen one, which goes before it. */
export const mayShowPopup = ({ seen, popupSeen, kidsMode, occupied }: AdContext & { popupSeen: boolean }): boolean =>
  seen && !popupSeen && !kidsMode && !occupied

const DAY_MS = 86_400_000

interface PopupViewer {
  isMember: boolean
  nowMs: number
}

/** The pop-up ad of the day: they take turns. Members have registered. */
export function popupOf<Ad extends { bannerType: string }>(
  ads: readonly Ad[],
  { isMember, nowMs }: PopupViewer,
): Ad | undefined {
  const open = ads.filter(({ bannerType }) => !isMember || bannerType !== 'register')
  return open[Math.floor(nowMs / DAY_MS) % (open.length || 1)]
}

/** Once a day, never in kids mode; and never over something that the reader opened. */
export const mayShowAd = ({ seen, kidsMode, occupied }: AdContext): boolean => !seen && !kidsMode && !occupied
