import type { IngestStep } from '#contract/ingest.ts'
import type { EncodeProgress } from './ports.ts'

/** A step's share of the whole, for the progress bar: measured on a two-minute clip. */
const STEP_SHARE = {
  probe: 1,
  check: 1,
  measure: 3,
  encode: 82,
  images: 2,
  preview: 5,
  subtitles: 1,
  publish: 5,
} as const

/** One source's part of a job: its weight is its size, since a trailer takes less time than its film. */
export type JobShape = { weights: number[] }

export type JobStage = { asset: number; step: IngestStep; share: number; speed: number | null }

const STEPS = Object.keys(STEP_SHARE) as IngestStep[]
const WHOLE = STEPS.reduce((sum, step) => sum + STEP_SHARE[step], 0)

/** How much of a job is done, in per cent. */
export function percentOf({ weights }: JobShape, { asset, step, share }: JobStage): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1
  const before = weights.slice(0, asset).reduce((sum, weight) => sum + weight, 0)
  const steps = STEPS.slice(0, STEPS.indexOf(step)).reduce((sum, earlier) => sum + STEP_SHARE[earlier], 0)
  const within = (steps + STEP_SHARE[step] * Math.min(1, Math.max(0, share))) / WHOLE
  return Math.round(((before + (weights[asset] ?? 0) * within) / total) * 1000) / 10
}

/** Seconds that are left, from how far this attempt came in how long; null while it is too early to say. */
export function secondsLeft(percent: number, since: { percent: number; seconds: number }): number | null {
  const gained = percent - since.percent
  if (gained < 1 || since.seconds < 2) return null
  return Math.round(((100 - percent) / gained) * since.seconds)
}

/** How much of a film of this length the encoder has done. */
export const shareOf = ({ seconds }: EncodeProgress, filmSeconds: number): number =>
  filmSeconds > 0 ? Math.min(1, seconds / filmSeconds) : 0
