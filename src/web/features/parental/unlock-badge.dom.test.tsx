import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parental as text } from '#text/zh_HK/parental.ts'
import { connectNavigation } from '#web/kit/navigation-bridge.ts'
import { serverOffset } from '#web/kit/server-clock.ts'
import { rememberUnlock } from '#web/viewer/parental/parental-unlock.ts'
import { OFF_CLOCKS, putDeviceAhead } from '../../../../test/support/device-clock.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { UnlockBadge } from './unlock-badge.tsx'

const refreshAnswers = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  localStorage.clear()
  refreshAnswers.mockReset()
  connectNavigation({ refreshAnswers })
})
afterEach(() => {
  vi.useRealTimers()
  serverOffset.reset()
})
const pass = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * 60_000))

test.each(OFF_CLOCKS)('an unlock lasts half an hour on a device that is %s', async (_, minutes) => {
  rememberUnlock(putDeviceAhead(minutes)(30))
  // A page that is opened later has not heard the server's time yet.
  serverOffset.reset()
  await renderWeb(<UnlockBadge />)
  expect(screen.getByText(text.unlock.open(30))).toBeTruthy()
  await pass(20)
  expect(screen.getByText(text.unlock.open(10))).toBeTruthy()
  await pass(11)
  expect(screen.queryByRole('button')).toBeNull()
})

test('an end in 40 days does not refetch the page again and again', async () => {
  const delays = vi.spyOn(globalThis, 'setTimeout')
  localStorage.setItem('harbour.unlockedUntil', String(Date.now() + 40 * 86_400_000))
  await renderWeb(<UnlockBadge />)
  expect(Math.max(...delays.mock.calls.map(([, ms]) => ms ?? 0))).toBe(2 ** 31 - 1)
  await pass(1)
  expect(refreshAnswers).not.toHaveBeenCalled()
  delays.mockRestore()
})
