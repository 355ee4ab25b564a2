import { expect, test } from 'vitest'
import { mayShowAd, mayShowPopup, popupOf } from './ad.rules.ts'

const free = { seen: false, kidsMode: false, occupied: false }

test('the ad comes once a day', () => {
  expect(mayShowAd(free)).toBe(true)
  expect(mayShowAd({ ...free, seen: true })).toBe(false)
})

test('it never comes to children, nor over what the reader opened', () => {
  expect(mayShowAd({ ...free, kidsMode: true })).toBe(false)
  expect(mayShowAd({ ...free, occupied: true })).toBe(false)
})

test('the pop-up ad comes after the full-screen one, once, and neither to children nor over anything', () => {
  const later = { ...free, seen: true, popupSeen: false }
  expect(mayShowPopup(later)).toBe(true)
  expect(mayShowPopup({ ...later, seen: false })).toBe(false)
  expect(mayShowPopup({ ...later, popupSeen: true })).toBe(false)
  expect(mayShowPopup({ ...later, kidsMode: true })).toBe(false)
  expect(mayShowPopup({ ...later, occupied: true })).toBe(false)
})

test('pop-up ads take turns by the day; none asks a member to register', () => {
  const ads = [{ bannerType: 'drama' }, { bannerType: 'register' }, { bannerType: 'url' }]
  const on = (day: number, isMember: boolean) => popupOf(ads, { isMember, nowMs: day * 86_400_000 })?.bannerType
  expect([0, 1, 2, 3].map((day) => on(day, false))).toEqual(['drama', 'register', 'url', 'drama'])
  expect([0, 1, 2].map((day) => on(day, true))).toEqual(['drama', 'url', 'drama'])
  expect(popupOf([], { isMember: true, nowMs: 0 })).toBeUndefined()
})
