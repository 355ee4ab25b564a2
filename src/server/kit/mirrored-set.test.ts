import { expect, test } from 'vitest'
import { createMirroredSet } from './mirrored-set.ts'

test('is read once by many, again when it is cleared, and not lost to a read that began before', async () => {
  let keys = ['a']
  let reads = 0
  const gates: (() => void)[] = []
  const set = createMirroredSet(async () => {
    reads++
    const found = [...keys]
    await new Promise<void>((resolve) => gates.push(resolve))
    return found
  })
  const open = () => gates.splice(0).forEach((resolve) => resolve())
  expect(set.hasLoaded('a')).toBeUndefined()
  const first = Promise.all([set.has('a'), set.has('b')])
  await Promise.resolve()
  keys = ['b']
  set.clear()
  open()
  await expect.poll(() => reads).toBe(2)
  open()
  expect(await first).toEqual([false, true])
  expect([set.hasLoaded('a'), set.hasLoaded('b')]).toEqual([false, true])
})

test('the last stands while it cannot be read; while it was never read everything is in it', async () => {
  let isDown = true
  const set = createMirroredSet(async () => {
    if (isDown) throw new Error('no database')
    return ['a']
  })
  expect(await set.has('b')).toBe(true)
  isDown = false
  expect(await set.has('b')).toBe(false)
  isDown = true
  set.clear()
  expect(await set.has('a')).toBe(true)
  expect(await set.has('b')).toBe(false)
})
