export type Step = 1 | 2 | 3

/** The progress of a registration. */
export interface Progress {
  /** A code was sent to the number. */
  isSent: boolean
  /** The code was verified; its token is kept in memory only. */
  isVerified: boolean
}

/** The requested step, or the last one that is open: after a reload the token for step 3 is gone. */
export function openStep(requested: string | null, { isSent, isVerified }: Progress): Step {
  if (requested === '3' && isVerified) return 3
  if ((requested === '2' || requested === '3') && isSent) return 2
  return 1
}
