import { BANDWIDTH_MBPS } from '#contract/ladder.ts'

export type Verdict = 'uhd' | 'hevcMissing' | 'hd' | 'sd' | 'none'

export function verdictOf(mbps: number, hevc: boolean): Verdict {
  if (mbps >= BANDWIDTH_MBPS.uhd.from) return hevc ? 'uhd' : 'hevcMissing'
  if (mbps >= BANDWIDTH_MBPS.hd) return 'hd'
  return mbps >= BANDWIDTH_MBPS.sd ? 'sd' : 'none'
}

/** One decimal. */
export const mbpsOf = (bytes: number, ms: number): number => Math.round((bytes * 8) / ms / 100) / 10

/** Fewer bytes after the first ones are too few to measure. */
const BYTES_MIN = 20_000

/** Times of the request and of each part. */
export interface Download {
  readonly sentMs: number
  readonly parts: { readonly bytes: number; readonly atMs: number }[]
}

/** Megabits a second, from the first bytes on, which leaves latency out. On a fast connection most bytes are there by then: from the request on. */
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

/** Some megabytes measure no higher speed. */
const SHOWN_MAX_MBPS = 100

/** The figure that is shown of a speed, and whether the speed is over it. */
export const shownSpeed = (mbps: number): { readonly figure: number; readonly isOver: boolean } => ({
  figure: Math.min(mbps, SHOWN_MAX_MBPS),
  isOver: mbps > SHOWN_MAX_MBPS,
})

/** The lower middle one of an even number; undefined for none. */
export const medianOf = (values: readonly number[]): number | undefined =>
  values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)]

const SCALE_MBPS = 14

export const shareOf = (mbps: number): number => Math.min(100, Math.round((mbps / SCALE_MBPS) * 1000) / 10)

export const missingOf = (mbps: number, needed: number): string => (Math.round((needed - mbps) * 10) / 10).toFixed(1)
