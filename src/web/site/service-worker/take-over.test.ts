import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ACTIVATE_WORKER } from '#contract/service-worker.ts'
import { RELOAD_MS, takeOver, TAKEOVER_MS } from './update-notice.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function begin(state: ServiceWorkerState = 'installed') {
  const reload = vi.fn()
  const postMessage = vi.fn()
  const worker = Object.assign(new EventTarget(), { state, postMessage })
  takeOver(worker as unknown as ServiceWorker, reload)
  const become = (next: ServiceWorkerState) => {
    worker.state = next
    worker.dispatchEvent(new Event('statechange'))
  }
  return { reload, postMessage, become }
}

test('the page is loaded once the worker is active, not while it is being activated', () => {
  const { reload, postMessage, become } = begin()
  expect(postMessage).toHaveBeenCalledExactlyOnceWith(ACTIVATE_WORKER)
  become('activating')
  expect(reload).not.toHaveBeenCalled()
  become('activated')
  expect(reload).toHaveBeenCalledOnce()
})

test('a worker that another tab made active needs no message', () => {
  const { reload, postMessage } = begin('activated')
  expect(reload).toHaveBeenCalledOnce()
  expect(postMessage).not.toHaveBeenCalled()
})

test('a worker that does not take over is not waited for without end', () => {
  const { reload, become } = begin()
  vi.advanceTimersByTime(TAKEOVER_MS - 1)
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  become('activated')
  expect(reload).toHaveBeenCalledOnce()
})

test('a load that is not answered is begun once more', () => {
  const { reload, become } = begin()
  become('activated')
  vi.advanceTimersByTime(RELOAD_MS - 1)
  expect(reload).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(10 * RELOAD_MS)
  expect(reload).toHaveBeenCalledTimes(2)
})
