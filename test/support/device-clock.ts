import { vi } from 'vitest'
import { learnServerTime } from '#web/kit/server-clock.ts'

/** Devices whose clock is off, and by how many minutes it is ahead. */
export const OFF_CLOCKS = [
  ['20 minutes ahead', 20],
  ['20 minutes behind', -20],
  ['40 days behind', -40 * 24 * 60],
] as const

/**
 * Puts the device's clock ahead of the server's, as far as a response has told the page. Fake timers are required.
 * @returns the instant of the server's clock in so many minutes
 */
export function putDeviceAhead(minutes: number): (inMinutes: number) => string {
  const serverAt = Date.now()
  vi.setSystemTime(serverAt + minutes * 60_000)
  const headers = { Date: new Date(serverAt).toUTCString(), 'Cache-Control': 'private, no-store' }
  learnServerTime(new Response('', { headers }), Date.now())
  return (inMinutes) => new Date(serverAt + inMinutes * 60_000).toISOString()
}
