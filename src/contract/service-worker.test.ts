import { expect, test } from 'vitest'
import { cacheName, isStale } from './service-worker.ts'

test('a cache is of one build; those of others are removed, and without a build all of ours', () => {
  expect(isStale(cacheName('new'), 'new')).toBe(false)
  expect(isStale(cacheName('old'), 'new')).toBe(true)
  expect(isStale(cacheName('new'), undefined)).toBe(true)
  expect([isStale('workbox', 'new'), isStale('workbox', undefined)]).toEqual([false, false])
})
