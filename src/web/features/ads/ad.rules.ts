/** After home's first paint; later not that day. */
export const OPEN_WITHIN_MS = 3000

export interface AdContext {
  /** Already seen today in this browser. */
  seen: boolean
  kidsMode: boolean
  /** Another page was asked for, a layer is open, a toast is shown, text is being typed, the page is scrolled, has skeletons or offers another language. */
  occupied: boolean
}

/** On another visit than the full-screen ad. */
export const mayShowPopup = ({ seen, popupSeen, kidsMode, occupied }: AdContext & { popupSeen: boolean }): boolean =>
  seen && !popupSeen && !kidsMode && !occupied

const DAY_MS = 86_400_000

interface PopupViewer {
  isMember: boolean
  nowMs: number
}

/** Pop-ups alternate by day. Members have registered. */
export function popupOf<Ad extends { bannerType: string }>(
  ads: readonly Ad[],
  { isMember, nowMs }: PopupViewer,
): Ad | undefined {
  const open = ads.filter(({ bannerType }) => !isMember || bannerType !== 'register')
  return open[Math.floor(nowMs / DAY_MS) % (open.length || 1)]
}

/** Once a day, never in kids mode, never over an open layer. */
export const mayShowAd = ({ seen, kidsMode, occupied }: AdContext): boolean => !seen && !kidsMode && !occupied
