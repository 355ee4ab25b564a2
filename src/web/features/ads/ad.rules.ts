/** What decides about the full-screen ad of home. */
export interface AdContext {
  /** Already seen today in this browser. */
  seen: boolean
  kidsMode: boolean
  /** Something is open over the page, or being typed. */
  occupied: boolean
}

/** Once a day, never in kids mode; and never over something that the reader opened. */
export const mayShowAd = ({ seen, kidsMode, occupied }: AdContext): boolean => !seen && !kidsMode && !occupied
