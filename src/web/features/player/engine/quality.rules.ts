import { QUALITY_CAP } from '#contract/ladder.ts'

export interface Rung {
  /** Its lines (`rungOf`): 360, 480, 720, 1080, 2160. */
  readonly height: number
  readonly bitrate: number
  readonly playable: boolean
}

/** One of the account's three settings (SPEC section 3), or a rung by its height. */
export type Quality = 'auto' | 'medium' | 'save' | number

export type QualityPlan =
  | { kind: 'automatic'; tallest: number }
  | { kind: 'fixed'; height: number }
  /** Error 4032. `instead`: the best rung that plays, if any. */
  | { kind: 'unplayable'; height: number; instead: number | undefined }

/** Automatic selection skips rungs that the device cannot decode; choosing one fails with 4032. A cap below the ladder leaves the lowest rung. */
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

export function heights(rungs: readonly Rung[]): number[] {
  return [...new Set(rungs.map((rung) => rung.height))].sort((a, b) => b - a)
}

/** The lines of the 16:9 box that the frame fills: 1920x804 is 1080p; a portrait video counts by its width. 0 when the playlist does not say. */
export function rungOf({ width = 0, height = 0 }: { width?: number | undefined; height?: number | undefined }): number {
  const [short, long] = width === 0 ? [height, 0] : [Math.min(width, height), Math.max(width, height)]
  return Math.max(short, Math.round((long * 9) / 16))
}

export function peakMbps(rungs: readonly Rung[], height: number): string {
  const bits = Math.max(...rungs.filter((rung) => rung.height === height).map(({ bitrate }) => bitrate))
  return String(Math.round(bits / 100_000) / 10)
}

export function rungName(height: number): string {
  return height >= 2160 ? '4K' : `${height}p`
}

/** Older measurements are void. */
const BANDWIDTH_KEPT_MS = 7 * 24 * 3600 * 1000
/** A first visit: 720p on an ordinary connection. */
export const FIRST_BANDWIDTH = 4_000_000

/** Bits per second, from `bits@epochMs`. */
export function startBandwidth(stored: string | null, nowMs: number): number {
  const [bits, at] = (stored ?? '').split('@').map(Number)
  if (!bits || !at || !Number.isFinite(bits) || nowMs - at > BANDWIDTH_KEPT_MS || at > nowMs) return FIRST_BANDWIDTH
  return Math.min(Math.max(bits, 300_000), 50_000_000)
}

/** The format of `startBandwidth`. */
export function storedBandwidth(bits: number, nowMs: number): string {
  return `${Math.round(bits)}@${nowMs}`
}
