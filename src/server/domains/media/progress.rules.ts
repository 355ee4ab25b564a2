import type { IngestStep } from '#contract/ingest.ts'
import type { EncodeProgress } from './ports.ts'

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

export type JobWeights = { weights: number[] }

export type JobStage = { asset: number; step: IngestStep; share: number; speed: number | null }

const STEPS = Object.keys(STEP_SHARE) as IngestStep[]
const WHOLE = STEPS.reduce((sum, step) => sum + STEP_SHARE[step], 0)

export function percentOf({ weights }: JobWeights, { asset, step, share }: JobStage): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1
  const before = weights.slice(0, asset).reduce((sum, weight) => sum + weight, 0)
  const steps = STEPS.slice(0, STEPS.indexOf(step)).reduce((sum, earlier) => sum + STEP_SHARE[earlier], 0)
  const within = (steps + STEP_SHARE[step] * Math.min(1, Math.max(0, share))) / WHOLE
  return Math.round(((before + (weights[asset] ?? 0) * within) / total) * 1000) / 10
}

/** Null while it is too early to estimate. */
export function secondsLeft(percent: number, since: { percent: number; seconds: number }): number | null {
  const gained = percent - since.percent
  if (gained < 1 || since.seconds < 2) return null
  return Math.round(((100 - percent) / gained) * since.seconds)
}

export const shareOf = ({ seconds }: EncodeProgress, durationSeconds: number): number =>
  durationSeconds > 0 ? Math.min(1, seconds / durationSeconds) : 0
