export type Step = 1 | 2 | 3

/** The progress of a registration. */
export interface Progress {
  /** A code was sent to the number. */
  isSent: boolean
  /** The code was verified; its token is kept in this tab until the account is made. */
  isVerified: boolean
}

/** The requested step, or the last one that is open: a token that has expired leads back to the code. */
export function openStep(requested: string | null, { isSent, isVerified }: Progress): Step {
  if (requested === '3' && isVerified) return 3
  if ((requested === '2' || requested === '3') && isSent) return 2
  return 1
}
