import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useCheck } from './use-check.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a check that failed is asked again; what was typed since is checked alone', async () => {
  const answers = [undefined, undefined, ['TITLE_MISSING'], []]
  const check = vi.fn(async (_content: string) => answers.shift())
  const { result, rerender } = renderHook(({ content }) => useCheck(content, check, true), {
    initialProps: { content: 'one' },
  })
  await pass(600)
  expect(check).toHaveBeenCalledTimes(1)
  expect(result.current.isCurrent).toBe(false)
  await pass(10_000)
  expect(result.current).toEqual({ issues: ['TITLE_MISSING'], isCurrent: true })
  rerender({ content: 'two' })
  expect(result.current).toEqual({ issues: ['TITLE_MISSING'], isCurrent: false })
  await pass(60_000)
  expect(result.current).toEqual({ issues: [], isCurrent: true })
  expect(check.mock.calls.map(([content]) => content)).toEqual(['one', 'one', 'one', 'two'])
})
