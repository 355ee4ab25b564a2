import type { Quality } from './fields.ts'

/** SPEC section 9, in megabits a second; a range for 4K. */
export const BANDWIDTH_MBPS = { sd: 1.2, hd: 4, uhd: { from: 10, to: 12 } } as const

/** Most that each rung sends, in kb/s, by its lines (STACK "Video"; 2160 is HEVC). SPEC's bandwidth guide rests on it. */
export const RUNG_KBPS = { 2160: 12_000, 1080: 4000, 720: 2500, 480: 1200, 360: 800 } as const

export const STEREO_KBPS = 128

export const QUALITY_CAP = {
  auto: Number.POSITIVE_INFINITY,
  medium: 720,
  save: 480,
} as const satisfies Record<Quality, number>
