import { QUALITY_CAP } from '#contract/ladder.ts'

/** A rung of the ladder, from the master playlist. */
export interface Rung {
  /** Its lines (`rungOf`): 360, 480, 720, 1080, 2160. */
  readonly height: number
  /** Peak bits per second. */
  readonly bitrate: number
  /** Whether this device can decode it. */
  readonly playable: boolean
}

/** The viewer's choice: one of the account's three settings (SPEC section 3), or a rung by its height. */
export type Quality = 'auto' | 'medium' | 'save' | number

/** How a choice is carried out. */
export type QualityPlan =
  | { kind: 'automatic'; tallest: number }
  | { kind: 'fixed'; height: number }
  /** Error 4032: the device cannot play it, `instead` is the best that it can (none when it can play nothing). */
  | { kind: 'unplayable'; height: number; instead: number | undefined }

/**
 * Turns a choice into a plan. Automatic selection skips rungs that the device cannot decode; choosing such a rung by hand
 * fails with 4032. A cap below the whole ladder leaves the lowest rung.
 */
export function planQuality(quality: Quality, rungs: readonly Rung[]): QualityPlan {
  const playable = heights(rungs.filter((rung) => rung.playable))
  const best = playable[0]
  if (typeof quality === 'number') {
    if (playable.includes(quality)) return { kind: 'fixed', height: quality }
    if (rungs.some((rung) => rung.height === quality)) return { kind: 'unplayable', height: quality, instead: best }
    return { kind: 'automatic', tallest: best ?? 0 }
  }
  if (best === undefined) return { kind: 'unplayable', height: heights(rungs)[0] ?? 0, instead: undefined }
  const tallest = playable.find((height) => height <= QUALITY_CAP[quality]) ?? playable[playable.length - 1]!
  return { kind: 'automatic', tallest }
}

/** The distinct heights, descending. */
export function heights(rungs: readonly Rung[]): number[] {
  return [...new Set(rungs.map((rung) => rung.height))].sort((a, b) => b - a)
}

/**
 * The rung of a frame size: the lines of the 16:9 box that it fills. 1920x804 is 1080p; of a portrait video the width counts.
 * 0 when the playlist does not say.
 */
export function rungOf({ width = 0, height = 0 }: { width?: number | undefined; height?: number | undefined }): number {
  const [short, long] = width === 0 ? [height, 0] : [Math.min(width, height), Math.max(width, height)]
  return Math.max(short, Math.round((long * 9) / 16))
}

/** The most that a rung sends, in Mb/s with one decimal: `4.2`, `12`. */
export function peakMbps(rungs: readonly Rung[], height: number): string {
  const bits = Math.max(...rungs.filter((rung) => rung.height === height).map(({ bitrate }) => bitrate))
  return String(Math.round(bits / 100_000) / 10)
}

/** The name of a rung: `1080p`, and `4K` for HEVC only. */
export function rungName(height: number): string {
  return height >= 2160 ? '4K' : `${height}p`
}

/** Older measurements say nothing about the network. */
const BANDWIDTH_KEPT_MS = 7 * 24 * 3600 * 1000
/** The estimate of a first visit: 720p on an ordinary connection, one step below 1080p. */
export const FIRST_BANDWIDTH = 4_000_000

/** The estimate to start with in bits per second, from the last session's (`bits@epochMs`). */
export function startBandwidth(stored: string | null, nowMs: number): number {
  const [bits, at] = (stored ?? '').split('@').map(Number)
  if (!bits || !at || !Number.isFinite(bits) || nowMs - at > BANDWIDTH_KEPT_MS || at > nowMs) return FIRST_BANDWIDTH
  return Math.min(Math.max(bits, 300_000), 50_000_000)
}

/** The format that `startBandwidth` parses. */
export function storedBandwidth(bits: number, nowMs: number): string {
  return `${Math.round(bits)}@${nowMs}`
}
