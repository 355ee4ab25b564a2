import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ErrorBoundary, type ErrorFallbackProps } from '#web/ui/error-boundary.tsx'
import { lazyScreen } from './lazy-screen.tsx'

const Fault = ({ onRetry }: ErrorFallbackProps) => (
  <button type="button" onClick={onRetry}>
    retry
  </button>
)
// React reports what a boundary has caught.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => vi.restoreAllMocks())

const Loaded = () => <p>loaded</p>

/** A screen whose chunk fails while it is offline. */
function offlineScreen() {
  const load = vi.fn<() => Promise<typeof Loaded>>().mockRejectedValue(new Error('offline'))
  const lazy = lazyScreen(load)
  const show = () =>
    act(async () =>
      render(
        <ErrorBoundary resetKey="" Fallback={Fault}>
          <Suspense fallback={<p>loading</p>}>
            <lazy.Screen />
          </Suspense>
        </ErrorBoundary>,
      ),
    )
  const goOnline = () => load.mockResolvedValue(Loaded)
  return { lazy, load, show, goOnline }
}

test('a chunk that cannot be loaded is said at once, is not requested for ever, and can be retried', async () => {
  const { load, show, goOnline } = offlineScreen()
  await show()
  const retry = await screen.findByRole('button', { name: 'retry' })
  // With the one retry of `loadChunk`.
  expect(load).toHaveBeenCalledTimes(2)
  goOnline()
  await act(async () => retry.click())
  expect(await screen.findByText('loaded')).toBeDefined()
})

test('a failed preload is not held against the first render', async () => {
  const { lazy, show, goOnline } = offlineScreen()
  expect(await lazy.whenLoaded()).toBe(false)
  goOnline()
  await show()
  expect(await screen.findByText('loaded')).toBeDefined()
})
