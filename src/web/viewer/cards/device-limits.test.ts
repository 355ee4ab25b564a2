import { expect, test } from 'vitest'
import { deviceLimits } from './device-limits.ts'

const PLAIN = { maxResolution: 'HD', dolbyAtmos: false, dolbyDigital: false, dolbyDigitalPlus: false } as const
const NOTHING = { hevc: false, ac3: false, eac3: false }
const ALL = { hevc: true, ac3: true, eac3: true }

test.each([
  ['an HD title', {}, NOTHING, []],
  ['a 4K title without HEVC', { maxResolution: '4K' }, NOTHING, ['uhd']],
  ['a 4K title with HEVC', { maxResolution: '4K' }, ALL, []],
  ['Atmos without its decoder', { dolbyAtmos: true }, { ...ALL, eac3: false }, ['dolby']],
  ['Dolby Digital with its decoder', { dolbyDigital: true }, { ...NOTHING, ac3: true }, []],
  [
    'both kinds of Dolby, one of which plays',
    { dolbyDigital: true, dolbyDigitalPlus: true },
    { ...NOTHING, ac3: true },
    [],
  ],
  ['everything on a device with nothing', { maxResolution: '4K', dolbyDigitalPlus: true }, NOTHING, ['uhd', 'dolby']],
] as const)('%s is marked with what this device cannot play of it', (...[, facts, can, limits]) => {
  expect(deviceLimits({ ...PLAIN, ...facts }, can)).toEqual(limits)
})
