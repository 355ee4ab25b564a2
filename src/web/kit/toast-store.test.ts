import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hideToast, showToast, toastStore } from './toast-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  hideToast()
  vi.useRealTimers()
})

const shown = () => toastStore.get().toast

test('a toast goes after three seconds, one that can be undone after six', () => {
  showToast({ text: 'Saved' })
  vi.advanceTimersByTime(2999)
  expect(shown()?.text).toBe('Saved')
  vi.advanceTimersByTime(1)
  expect(shown()).toBeUndefined()
  showToast({ text: 'Removed', action: { label: 'Undo', onClick: () => {} } })
  vi.advanceTimersByTime(5999)
  expect(shown()?.text).toBe('Removed')
  vi.advanceTimersByTime(1)
  expect(shown()).toBeUndefined()
})

test('a toast can stay for a time of its own', () => {
  showToast({ text: '12 titles changed', action: { label: 'Undo', onClick: () => {} }, stayMs: 10_000 })
  vi.advanceTimersByTime(9999)
  expect(shown()?.text).toBe('12 titles changed')
  vi.advanceTimersByTime(1)
  expect(shown()).toBeUndefined()
})

test('the same text again is the same toast, which stays on; another text replaces it', () => {
  showToast({ text: 'Network error please check the network.' })
  const first = shown()
  vi.advanceTimersByTime(2000)
  showToast({ text: 'Network error please check the network.' })
  expect(shown()).toBe(first)
  vi.advanceTimersByTime(2000)
  expect(shown()).toBe(first)
  showToast({ text: 'Saved' })
  expect(shown()).not.toBe(first)
  vi.advanceTimersByTime(3000)
  expect(shown()).toBeUndefined()
})

test('an equal text with another undo is another toast', () => {
  const action = { label: 'Undo', onClick: () => {} }
  showToast({ text: 'Removed', action })
  const first = shown()
  showToast({ text: 'Removed', action: { ...action } })
  expect(shown()).not.toBe(first)
})
