import { expect, test, vi } from 'vitest'
import { techBadges } from './tech-badges.ts'

const everything = {
  maxResolution: '4K',
  dolbyAtmos: true,
  dolbyDigital: true,
  dolbyDigitalPlus: true,
  stereoAac51: true,
} as const

test('a badge is shown only when the device can play it', () => {
  const all = { hevc: true, ac3: true, eac3: true }
  const none = { hevc: false, ac3: false, eac3: false }
  const surround = () => true
  expect(techBadges(everything, all, surround)).toEqual(['4K', 'Atmos', '5.1'])
  expect(techBadges(everything, none, surround)).toEqual(['HD', '5.1'])
  expect(techBadges({ ...everything, dolbyAtmos: false }, { ...none, ac3: true }, surround)).toEqual([
    'HD',
    'Dolby',
    '5.1',
  ])
  expect(techBadges(everything, all, () => false)).toEqual(['4K', 'Atmos'])
})

test('the sound device is opened only for a title with 5.1', () => {
  const playsSurround = vi.fn<() => boolean>()
  techBadges({ ...everything, stereoAac51: false }, { hevc: true, ac3: true, eac3: true }, playsSurround)
  expect(playsSurround).not.toHaveBeenCalled()
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
