import { BANDWIDTH_MBPS } from '#contract/ladder.ts'

/** What a device will play: 4K; HD for lack of HEVC; HD; SD; not even that without buffering. */
export type Verdict = 'uhd' | 'hevcMissing' | 'hd' | 'sd' | 'none'

/** What will play at a speed in megabits a second. */
export function verdictOf(mbps: number, hevc: boolean): Verdict {
  if (mbps >= BANDWIDTH_MBPS.uhd.from) return hevc ? 'uhd' : 'hevcMissing'
  if (mbps >= BANDWIDTH_MBPS.hd) return 'hd'
  return mbps >= BANDWIDTH_MBPS.sd ? 'sd' : 'none'
}

/** Megabits a second, one decimal, which is what is shown and compared. */
export const mbpsOf = (bytes: number, ms: number): number => Math.round((bytes * 8) / ms / 100) / 10

/** Fewer bytes after the first ones say nothing about the speed. */
const BYTES_MIN = 20_000

/** A download: when it was requested, and what has arrived when. */
export interface Download {
  readonly sentMs: number
  readonly parts: { readonly bytes: number; readonly atMs: number }[]
}

/**
 * The speed of a download in megabits a second; undefined when nothing has arrived. It counts from the first bytes on, so that the latency
 * does not matter. On a fast connection most of the file is there by then: it counts from the request on.
 */
export function speedOf({ sentMs, parts }: Download): number | undefined {
  const [first] = parts
  const last = parts.at(-1)
  if (!first || !last) return undefined
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
  const later = bytes - first.bytes
  const isFirstMost = later < Math.max(BYTES_MIN, first.bytes)
  return isFirstMost ? mbpsOf(bytes, since(sentMs)) : mbpsOf(later, since(first.atMs))

  function since(startMs: number): number {
    return Math.max(1, last!.atMs - startMs)
  }
}

/** A measurement of some megabytes tells no more than that a connection is faster than this. */
const SHOWN_MAX_MBPS = 100

/** The figure that is shown of a speed, and whether the speed is over it. */
export const shownSpeed = (mbps: number): { readonly figure: number; readonly isOver: boolean } => ({
  figure: Math.min(mbps, SHOWN_MAX_MBPS),
  isOver: mbps > SHOWN_MAX_MBPS,
})

/** The middle one of an odd number of measurements, else the lower middle one; undefined for none. */
export const medianOf = (values: readonly number[]): number | undefined =>
  values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)]

/** The end of the scale in megabits a second. */
const SCALE_MBPS = 14

/** Where a speed stands on the bar, from 0 to 100. */
export const shareOf = (mbps: number): number => Math.min(100, Math.round((mbps / SCALE_MBPS) * 1000) / 10)

/** What is missing for a speed, as it is shown. */
export const missingOf = (mbps: number, needed: number): string => (Math.round((needed - mbps) * 10) / 10).toFixed(1)
