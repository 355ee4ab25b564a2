import { expect, test } from 'vitest'
import { addMissing } from './older-browsers.ts'

const items = [3, 1, 2]

test('a browser without them gets the methods that the site calls, which change no array', () => {
  const prototype: Record<string, (...args: unknown[]) => unknown> = {}
  addMissing(prototype)
  expect([prototype.at!.call(items, -1), prototype.at!.call(items, 0), prototype.at!.call(items, 3)]).toEqual([
    2,
    3,
    undefined,
  ])
  expect(prototype.findLast!.call(items, (item: unknown) => Number(item) > 1)).toBe(2)
  expect(prototype.findLast!.call(items, () => false)).toBeUndefined()
  expect(prototype.toSorted!.call(items, (one: number, other: number) => one - other)).toEqual([1, 2, 3])
  expect(items).toEqual([3, 1, 2])
})

test('a method of the browser itself stays', () => {
  const own = () => 'own'
  const prototype = { at: own }
  addMissing(prototype)
  expect(prototype.at).toBe(own)
})
