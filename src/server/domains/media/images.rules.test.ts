import { expect, test } from 'vitest'
import { framePlan, spriteCount, storyboardPlan, storyboardVtt } from './images.rules.ts'

const plan = (seconds: number, width = 640, height = 360) =>
  storyboardPlan({ input: '/x', seconds, width, height, frameRate: { num: 25, den: 1 }, gopFrames: 50 })

test.each([
  [6, { everySeconds: 2, everyKeyframes: 1, columns: 3, rows: 1, count: 3 }, 1],
  [1, { everySeconds: 2, count: 1, columns: 1, rows: 1 }, 1],
  [60, { everySeconds: 2, count: 30, columns: 10, rows: 3 }, 1],
  [600, { everySeconds: 2, count: 300, columns: 10, rows: 10 }, 3],
  [602, { everySeconds: 4, count: 151 }, 2],
  [7200, { everySeconds: 24, everyKeyframes: 12, count: 300 }, 3],
  [43_200, { everySeconds: 144, count: 300 }, 3],
])('plans a storyboard for %i s', (seconds, expected, sprites) => {
  expect(plan(seconds)).toMatchObject(expected)
  expect(spriteCount(plan(seconds))).toBe(sprites)
})

test.each([
  { of: [640, 360], tileWidth: 160, tileHeight: 90 },
  { of: [640, 266], tileWidth: 160, tileHeight: 66 },
  { of: [360, 640], tileWidth: 90, tileHeight: 160 },
  { of: [480, 360], tileWidth: 160, tileHeight: 120 },
])('tiles of $of are $tileWidth x $tileHeight', ({ of: [width, height], ...tile }) => {
  expect(plan(60, width, height)).toMatchObject(tile)
})

test('the storyboard covers the full duration and starts a new sprite every hundred tiles', () => {
  const cues = storyboardVtt(plan(201.5), 201.5).split('\n\n').slice(1)
  expect(cues).toHaveLength(101)
  expect(cues[0]).toBe('00:00:00.000 --> 00:00:02.000\n0.jpg#xywh=0,0,160,90')
  expect(cues[11]).toContain('0.jpg#xywh=160,90,160,90')
  expect(cues[100]).toBe('00:03:20.000 --> 00:03:21.500\n1.jpg#xywh=0,0,160,90\n')
})

test('frames are taken at fixed shares of the duration', () => {
  expect(framePlan('/x', 6.006)).toEqual({ input: '/x', seconds: [0.6, 1.501, 3.003] })
})
