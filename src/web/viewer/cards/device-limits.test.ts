import { expect, test } from 'vitest'
import { deviceLimits, measuredAbilities } from './device-limits.ts'

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

const decoder = (answer: () => Promise<object>) => ({ decodingInfo: answer as MediaCapabilities['decodingInfo'] })

test.each([
  ['decodes it smoothly', { supported: true, smooth: true }, true],
  ['cannot keep up', { supported: true, smooth: false }, false],
  ['has no decoder', { supported: false, smooth: false }, false],
])('4K plays on a device only if it decodes it smoothly: one that %s', async (...[, answer, hevc]) => {
  expect(
    await measuredAbilities(
      decoder(async () => answer),
      ALL,
    ),
  ).toEqual({ ...ALL, hevc })
})

test('a browser that measures nothing is taken by its word, one without HEVC is not measured', async () => {
  expect(await measuredAbilities(undefined, ALL)).toEqual(ALL)
  expect(
    await measuredAbilities(
      decoder(() => Promise.reject(new TypeError('no'))),
      ALL,
    ),
  ).toEqual(ALL)
  const none = { ...ALL, hevc: false }
  expect(
    await measuredAbilities(
      decoder(async () => ({ supported: true, smooth: true })),
      none,
    ),
  ).toEqual(none)
})
