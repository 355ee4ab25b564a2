import type { Quality } from '#contract/fields.ts'
import { QUALITY_CAP, RUNG_KBPS, STEREO_KBPS } from '#contract/ladder.ts'

/** The maximum data usage of a setting. */
export interface DataUse {
  /** Maximum height; 1080 is the maximum of most titles. */
  lines: number
  /** Video and stereo audio, with one decimal place: 4.1. */
  mbps: number
  /** Rounded to tens: 1860. */
  mbPerHour: number
}

/** Maximum height of H.264; above are 4K titles. */
const ORDINARY_LINES = 1080

/** Maximum usage of a setting for titles below 4K, by the encoding ladder. */
export const dataUse = (quality: Quality): DataUse => mostOf(Math.min(QUALITY_CAP[quality], ORDINARY_LINES))

/** Maximum usage of a 4K title, which only the automatic setting plays. */
export const dataUse4k = (): DataUse => mostOf(2160)

function mostOf(lines: number): DataUse {
  const rung = Object.entries(RUNG_KBPS).find(([height]) => Number(height) === lines)
  const kbps = (rung?.[1] ?? 0) + STEREO_KBPS
  return { lines, mbps: Math.round(kbps / 100) / 10, mbPerHour: Math.ceil((kbps * 3600) / 8 / 1000 / 10) * 10 }
}
