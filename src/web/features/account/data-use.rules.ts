import type { Quality } from '#contract/fields.ts'
import { QUALITY_CAP, RUNG_KBPS, STEREO_KBPS } from '#contract/ladder.ts'

/** What a setting may use at most. */
export interface DataUse {
  /** The tallest picture: 1080 stands for what most titles have. */
  lines: number
  /** Picture and stereo sound, with one place: 4.1. */
  mbps: number
  /** To the next ten: 1860. */
  mbPerHour: number
}

/** H.264 ends here; what is taller is a 4K title. */
const ORDINARY_LINES = 1080

/** The most that a setting uses while an ordinary title plays, by the ladder that films are encoded in. */
export const dataUse = (quality: Quality): DataUse => mostOf(Math.min(QUALITY_CAP[quality], ORDINARY_LINES))

/** The most that a 4K title uses, which only the automatic choice plays. */
export const dataUse4k = (): DataUse => mostOf(2160)

function mostOf(lines: number): DataUse {
  const rung = Object.entries(RUNG_KBPS).find(([height]) => Number(height) === lines)
  const kbps = (rung?.[1] ?? 0) + STEREO_KBPS
  return { lines, mbps: Math.round(kbps / 100) / 10, mbPerHour: Math.ceil((kbps * 3600) / 8 / 1000 / 10) * 10 }
}
