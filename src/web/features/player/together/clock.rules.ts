/** One measurement of the server's clock: the instants of sending and receiving by the own clock, and what the server said. Milliseconds. */
export interface ClockSample {
  readonly sentAt: number
  readonly receivedAt: number
  readonly serverAt: number
}

/** How far the server's clock is ahead of the own one, and the round trip by which that is known. */
interface ClockOffset {
  readonly offset: number
  readonly roundTrip: number
}

/** Samples that are kept: a device's clock drifts, and its network changes. */
export const SAMPLES = 8

/** The samples with another one, the oldest first. */
export const withSample = (samples: readonly ClockSample[], sample: ClockSample): ClockSample[] =>
  [...samples, sample].slice(-SAMPLES)

/** The offset by the fastest round trip, whose error is at most half of it; undefined without samples. */
export function offsetOf(samples: readonly ClockSample[]): ClockOffset | undefined {
  let best: ClockOffset | undefined
  for (const { sentAt, receivedAt, serverAt } of samples) {
    const roundTrip = receivedAt - sentAt
    if (roundTrip < 0 || (best && best.roundTrip <= roundTrip)) continue
    best = { offset: serverAt - (sentAt + receivedAt) / 2, roundTrip }
  }
  return best
}
