import { createStore } from './store.ts'

/** The `Date` header has whole seconds; a clock that is off by less than this counts as right. */
const TOLERANCE_MS = 2_000

/** By how much the server's clock is ahead of the device's. 0 until a response says otherwise. */
export const serverOffset = createStore({ ms: 0 })

/** The server's time now, in ms since 1970. */
export const serverNow = (): number => Date.now() + serverOffset.get().ms

/** An instant of the server as a time of the device's clock, in ms since 1970. */
export const deviceTime = (instant: string): number => Date.parse(instant) - serverOffset.get().ms

export interface ServerTime {
  /** Of the server's clock, in whole seconds. */
  serverAt: number
  /** Of the device's clock. */
  sentAt: number
  receivedAt: number
}

/**
 * The response was written between sending and receiving: an offset that agrees with that is kept, however slow the response.
 * A new one is of the end of the second, so that nothing seems to last longer than it does.
 */
export function nextOffset(current: number, { serverAt, sentAt, receivedAt }: ServerTime): number {
  const least = serverAt - receivedAt - TOLERANCE_MS
  const most = serverAt + 1_000 - sentAt + TOLERANCE_MS
  return (
    [current, 0].find((offset) => offset >= least && offset <= most) ?? serverAt + 1_000 - (sentAt + receivedAt) / 2
  )
}

/** Learns from a response that no cache keeps: the `Date` of any other may be old. */
export function learnServerTime({ headers }: Response, sentAt: number): void {
  const serverAt = Date.parse(headers.get('Date') ?? '')
  if (Number.isNaN(serverAt) || !headers.get('Cache-Control')?.includes('no-store')) return
  serverOffset.set({ ms: nextOffset(serverOffset.get().ms, { serverAt, sentAt, receivedAt: Date.now() }) })
}
