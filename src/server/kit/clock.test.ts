import { expect, test } from 'vitest'
import { systemClock } from './clock.ts'

test('the clock tells what PostgreSQL keeps: whole microseconds', () => {
  const told = Array.from({ length: 1_000 }, () => systemClock.now())
  expect(told.filter(({ epochNanoseconds }) => epochNanoseconds % 1_000n !== 0n)).toEqual([])
})
