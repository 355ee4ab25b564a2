import { expect, test } from 'vitest'
import { mayCheck, mayShowNotice } from './notice.rules.ts'

const idle = { path: '/category/list', isPlaying: false, isEditing: false, isInDialog: false }

test.each([
  '/category/list',
  '/category/movie',
  '/search',
  '/setup',
  '/profiles',
  '/special-sales',
  '/category/rolling-category',
  '/private_cinema',
])('the notice may come on %s', (path) => {
  expect(mayShowNotice({ ...idle, path })).toBe(true)
})

test.each([
  '/play',
  '/PlayDrama/3',
  '/category/registration',
  '/login',
  '/monthlyfee',
  '/subscription-result',
  '/paypiont',
  '/profile',
  '/foot-bill',
  '/hgcCode_en',
])('the notice does not appear on %s', (path) => {
  expect(mayShowNotice({ ...idle, path })).toBe(false)
})

test.each([{ isPlaying: true }, { isEditing: true }, { isInDialog: true }])(
  'the notice does not appear while %o',
  (activity) => {
    expect(mayShowNotice({ ...idle, ...activity })).toBe(false)
  },
)

test('a page that stays open looks once an hour', () => {
  expect(mayCheck(0, 3_599_999)).toBe(false)
  expect(mayCheck(0, 3_600_000)).toBe(true)
})
