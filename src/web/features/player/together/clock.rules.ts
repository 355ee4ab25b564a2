/** Sent and received by the own clock, the server's time between. Milliseconds. */
export interface ClockSample {
  readonly sentAt: number
  readonly receivedAt: number
  readonly serverAt: number
}

/** How far the server's clock is ahead, and the round trip of that sample. */
interface ClockOffset {
  readonly offset: number
  readonly roundTrip: number
}

/** Few: clocks drift and networks change. */
export const SAMPLES = 8

export const withSample = (samples: readonly ClockSample[], sample: ClockSample): ClockSample[] =>
  [...samples, sample].slice(-SAMPLES)

/** By the fastest round trip: the error is at most half of it. */
export function offsetOf(samples: readonly ClockSample[]): ClockOffset | undefined {
  let best: ClockOffset | undefined
  for (const { sentAt, receivedAt, serverAt } of samples) {
    const roundTrip = receivedAt - sentAt
    if (roundTrip < 0 || (best && best.roundTrip <= roundTrip)) continue
    best = { offset: serverAt - (sentAt + receivedAt) / 2, roundTrip }
  }
  return best
}
