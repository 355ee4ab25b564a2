import { expect, test } from 'vitest'
import { dataUse, dataUse4k } from './data-use.rules.ts'

test.each([
  ['auto', { lines: 1080, mbps: 4.1, mbPerHour: 1860 }],
  ['medium', { lines: 720, mbps: 2.6, mbPerHour: 1190 }],
  ['save', { lines: 480, mbps: 1.3, mbPerHour: 600 }],
] as const)('%s uses at most what its tallest rung sends', (quality, use) => {
  expect(dataUse(quality)).toEqual(use)
})

test('a 4K title uses what its HEVC rung sends', () => {
  expect(dataUse4k()).toEqual({ lines: 2160, mbps: 12.1, mbPerHour: 5460 })
})

test('each setting saves more than the one before', () => {
  const [auto, medium, save] = (['auto', 'medium', 'save'] as const).map((quality) => dataUse(quality).mbPerHour)
  expect(auto).toBeGreaterThan(medium!)
  expect(medium).toBeGreaterThan(save!)
})
