import { expect, test } from 'vitest'
import { isMobileAgent, techBadges } from './device.ts'

const everything = {
  maxResolution: '4K',
  dolbyAtmos: true,
  dolbyDigital: true,
  dolbyDigitalPlus: true,
  stereoAac51: true,
} as const

test('a badge is shown only when the device can', () => {
  expect(techBadges(everything, { hevc: true, ac3: true, eac3: true })).toEqual(['4K', 'Atmos', '5.1'])
  expect(techBadges(everything, { hevc: false, ac3: false, eac3: false })).toEqual(['HD', '5.1'])
  expect(techBadges({ ...everything, dolbyAtmos: false }, { hevc: false, ac3: true, eac3: false })).toEqual([
    'HD',
    'Dolby',
    '5.1',
  ])
})

test('a title without facts has no badges', () => {
  const nothing = {
    maxResolution: undefined,
    dolbyAtmos: false,
    dolbyDigital: false,
    dolbyDigitalPlus: false,
    stereoAac51: false,
  }
  expect(techBadges(nothing, { hevc: true, ac3: true, eac3: true })).toEqual([])
})

test('SPEC 4: iPhone, iPad and Android count as mobile', () => {
  expect(isMobileAgent('Mozilla/5.0 (iPhone; CPU iPhone OS 14_0 like Mac OS X)')).toBe(true)
  expect(isMobileAgent('Mozilla/5.0 (Linux; Android 8.0.0)')).toBe(true)
  expect(isMobileAgent('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15)', 5)).toBe(true)
  expect(isMobileAgent('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15)', 0)).toBe(false)
})
