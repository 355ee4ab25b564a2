import { expect, test } from 'vitest'
import { mayShowAd } from './ad.rules.ts'

const free = { seen: false, kidsMode: false, occupied: false }

test('the ad comes once a day', () => {
  expect(mayShowAd(free)).toBe(true)
  expect(mayShowAd({ ...free, seen: true })).toBe(false)
})

test('it never comes to children, nor over what the reader opened', () => {
  expect(mayShowAd({ ...free, kidsMode: true })).toBe(false)
  expect(mayShowAd({ ...free, occupied: true })).toBe(false)
})
