import { BANDWIDTH_MBPS } from '#contract/bandwidth.ts'

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

/** The middle one of an odd number of measurements, else the lower middle one; undefined for none. */
export const medianOf = (values: readonly number[]): number | undefined =>
  values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)]

/** The end of the scale in megabits a second. */
const SCALE_MBPS = 14

/** Where a speed stands on the bar, from 0 to 100. */
export const shareOf = (mbps: number): number => Math.min(100, Math.round((mbps / SCALE_MBPS) * 1000) / 10)

/** What is missing for a speed, as it is shown. */
export const missingOf = (mbps: number, needed: number): string => (Math.round((needed - mbps) * 10) / 10).toFixed(1)
