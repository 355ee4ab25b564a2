/** DESIGN 6: once closed, the reminder stays away 30 days. */
export const REMINDER_DAYS = 30

/** Whether the reminder may show, from what was stored when it was closed (ms of the epoch). */
export function mayRemind(closedAt: string | null, nowMs: number): boolean {
  const closed = Number(closedAt)
  if (!closedAt || !Number.isFinite(closed)) return true
  return nowMs - closed >= REMINDER_DAYS * 24 * 3600 * 1000
}
