import { expect, test, vi } from 'vitest'
import { createExternalStore, createStore } from './store.ts'

test('a change replaces only what it names', () => {
  const store = createStore({ a: 1, b: 2 })
  store.set({ b: 3 })
  expect(store.get()).toEqual({ a: 1, b: 3 })
})

test('listeners are called when a value differs, and not otherwise', () => {
  const store = createStore<{ a: number | undefined }>({ a: 1 })
  const listener = vi.fn<() => void>()
  const unsubscribe = store.subscribe(listener)
  store.set({ a: 1 })
  store.set({})
  expect(listener).not.toHaveBeenCalled()
  store.set({ a: undefined })
  expect(listener).toHaveBeenCalledTimes(1)
  unsubscribe()
  store.set({ a: 2 })
  expect(listener).toHaveBeenCalledTimes(1)
})

test('the value stays the same object until it changes, as React needs it', () => {
  const store = createStore({ a: 1 })
  const before = store.get()
  store.set({ a: 1 })
  expect(store.get()).toBe(before)
  store.set({ a: 2 })
  expect(store.get()).not.toBe(before)
})

test('a reset brings the initial value back, of keys that were added too', () => {
  const store = createStore<Record<string, number>>({})
  const listener = vi.fn<() => void>()
  store.subscribe(listener)
  store.set({ a: 1 })
  store.reset()
  expect(store.get()).toEqual({})
  expect(listener).toHaveBeenCalledTimes(2)
})

test('the initial value, which the server rendered, does not follow the changes', () => {
  const store = createStore({ a: 1 })
  store.set({ a: 2 })
  expect(store.initial).toEqual({ a: 1 })
})

test('an external store reads its source again and tells listeners when it is told', () => {
  let source = 'a'
  const store = createExternalStore(() => source, 'server')
  const listener = vi.fn<() => void>()
  store.subscribe(listener)
  source = 'b'
  expect(store.get()).toBe('b')
  expect(store.initial).toBe('server')
  expect(listener).not.toHaveBeenCalled()
  store.changed()
  expect(listener).toHaveBeenCalledTimes(1)
})
