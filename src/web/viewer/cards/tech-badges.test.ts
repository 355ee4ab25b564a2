import { expect, test } from 'vitest'
import { techBadges } from './tech-badges.ts'

const everything = {
  maxResolution: '4K',
  dolbyAtmos: true,
  dolbyDigital: true,
  dolbyDigitalPlus: true,
  stereoAac51: true,
} as const

test('a badge is shown only when the device can play it', () => {
  expect(techBadges(everything, { hevc: true, ac3: true, eac3: true })).toEqual(['4K', 'Atmos', '5.1'])
  expect(techBadges(everything, { hevc: false, ac3: false, eac3: false })).toEqual(['HD', '5.1'])
  expect(techBadges({ ...everything, dolbyAtmos: false }, { hevc: false, ac3: true, eac3: false })).toEqual([
    'HD',
    'Dolby',
    '5.1',
  ])
})

test('a title without technical data has no badges', () => {
  const nothing = {
    maxResolution: undefined,
    dolbyAtmos: false,
    dolbyDigital: false,
    dolbyDigitalPlus: false,
    stereoAac51: false,
  }
  expect(techBadges(nothing, { hevc: true, ac3: true, eac3: true })).toEqual([])
})
