/** A rental that ends within this time is marked (DESIGN, card continue). */
const ENDING_MS = 3 * 3600 * 1000

/** Whether a rental ends within three hours. */
export const isEnding = (expiresAt: string, nowMs: number): boolean => Date.parse(expiresAt) - nowMs < ENDING_MS
