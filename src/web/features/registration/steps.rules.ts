export type Step = 1 | 2 | 3

/** How far a registration has come. */
export interface Progress {
  /** A code has left to the number. */
  isSent: boolean
  /** The code was right; its token is in the memory of this page only. */
  isVerified: boolean
}

/** The step that an address asks for, or the furthest that is open: a page that was loaded anew has lost what the third needs. */
export function openStep(asked: string | null, { isSent, isVerified }: Progress): Step {
  if (asked === '3' && isVerified) return 3
  if ((asked === '2' || asked === '3') && isSent) return 2
  return 1
}
