import type { FramePlan, Rational, StoryboardPlan } from './media-model.ts'
import { writeStoryboard } from './subtitles.rules.ts'

/** Enough for a seek bar, small enough for a phone. */
const TILES_MAX = 300
const TILE_WIDTH = 160
const GRID = 10

export type StoryboardSource = {
  input: string
  seconds: number
  width: number
  height: number
  frameRate: Rational
  gopFrames: number
}

export function storyboardPlan({
  input,
  seconds,
  width,
  height,
  frameRate,
  gopFrames,
}: StoryboardSource): StoryboardPlan {
  const gopSeconds = (gopFrames * frameRate.den) / frameRate.num
  const gops = Math.max(1, Math.ceil(seconds / gopSeconds - 1e-6))
  const step = Math.ceil(gops / TILES_MAX)
  const count = Math.ceil(gops / step)
  const columns = Math.min(GRID, count)
  const isPortrait = height > width
  const tileWidth = isPortrait ? Math.max(2, Math.round((TILE_WIDTH * width) / height / 2) * 2) : TILE_WIDTH
  return {
    input,
    everySeconds: gopSeconds * step,
    everyKeyframes: step,
    tileWidth,
    tileHeight: isPortrait ? TILE_WIDTH : Math.max(2, Math.round((TILE_WIDTH * height) / width / 2) * 2),
    columns,
    rows: Math.min(GRID, Math.ceil(count / columns)),
    count,
  }
}

export const spriteCount = ({ count, columns, rows }: StoryboardPlan): number => Math.ceil(count / (columns * rows))

export function storyboardVtt(plan: StoryboardPlan, seconds: number): string {
  const perSprite = plan.columns * plan.rows
  const tiles = Array.from({ length: plan.count }, (_, tile) => {
    const index = tile % perSprite
    const x = (index % plan.columns) * plan.tileWidth
    const y = Math.floor(index / plan.columns) * plan.tileHeight
    return {
      start: Math.round(tile * plan.everySeconds * 1000),
      end: Math.round(Math.min((tile + 1) * plan.everySeconds, seconds) * 1000),
      target: `${Math.floor(tile / perSprite)}.jpg#xywh=${x},${y},${plan.tileWidth},${plan.tileHeight}`,
    }
  })
  return writeStoryboard(tiles)
}

/** Positions of poster and card, as a share of the duration. */
const FRAME_SHARES = [0.1, 0.25, 0.5]

export const framePlan = (input: string, seconds: number): FramePlan => ({
  input,
  seconds: FRAME_SHARES.map((share) => Math.floor(seconds * share * 1000) / 1000),
})
