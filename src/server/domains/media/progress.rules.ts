import type { IngestStep } from '#contract/ingest.ts'
import type { EncodeProgress } from './ports.ts'

/** Shares of a film's processing time, nearly all of which is encoding. */
const STEP_SHARE = {
  probe: 0.3,
  check: 0.3,
  measure: 0.5,
  encode: 96.5,
  images: 1.2,
  preview: 0.4,
  subtitles: 0.1,
  publish: 0.7,
} as const

/** Of a film that gets other tracks: its segments are copied while it is published. */
export const TRACK_SHARE = {
  probe: 1,
  check: 3,
  measure: 15,
  encode: 60,
  images: 0,
  preview: 0,
  subtitles: 1,
  publish: 20,
} as const

export type JobWeights = { weights: number[]; shares?: Readonly<Record<IngestStep, number>> }

export type JobStage = { asset: number; step: IngestStep; share: number; speed: number | null }

const STEPS = Object.keys(STEP_SHARE) as IngestStep[]
const wholeOf = (shares: Readonly<Record<IngestStep, number>>) => STEPS.reduce((sum, step) => sum + shares[step], 0)

export function percentOf({ weights, shares = STEP_SHARE }: JobWeights, { asset, step, share }: JobStage): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1
  const before = weights.slice(0, asset).reduce((sum, weight) => sum + weight, 0)
  const steps = STEPS.slice(0, STEPS.indexOf(step)).reduce((sum, earlier) => sum + shares[earlier], 0)
  const within = (steps + shares[step] * Math.min(1, Math.max(0, share))) / wholeOf(shares)
  return Math.round(((before + (weights[asset] ?? 0) * within) / total) * 1000) / 10
}

/** Before encoding, and at its beginning, every estimate would be wrong. */
const MEASURED_SECONDS = 10

/**
 * Estimated from the speed of the current step only: a resumed job and earlier, quick steps would mislead. Null while it is too early.
 * @param inStep seconds since the step began
 */
export function secondsLeft(
  { weights, shares = STEP_SHARE }: JobWeights,
  { asset, step, share }: JobStage,
  inStep: number,
): number | null {
  if (STEPS.indexOf(step) < STEPS.indexOf('encode') || share <= 0 || inStep < MEASURED_SECONDS) return null
  const whole = inStep / share
  const later = STEPS.slice(STEPS.indexOf(step) + 1).reduce((sum, next) => sum + shares[next], 0)
  const others = weights.slice(asset + 1).reduce((sum, weight) => sum + weight, 0) / (weights[asset] || 1)
  const perShare = whole / shares[step]
  return Math.round(whole * (1 - Math.min(1, share)) + perShare * later + perShare * wholeOf(shares) * others)
}

export const shareOf = ({ seconds }: EncodeProgress, durationSeconds: number): number =>
  durationSeconds > 0 ? Math.min(1, seconds / durationSeconds) : 0
