import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useCloseRequest } from './use-close-request.ts'

const watchers = new Set<EventTarget>()
class FakeCloseWatcher extends EventTarget {
  constructor() {
    super()
    watchers.add(this)
  }
  destroy() {
    watchers.delete(this)
  }
}

afterEach(() => {
  watchers.clear()
  vi.unstubAllGlobals()
})

const renderMenu = (isOpen: boolean) => {
  const onClose = vi.fn<() => void>()
  const view = renderHook((props: { isOpen: boolean }) => useCloseRequest(props.isOpen, onClose), {
    initialProps: { isOpen },
  })
  return { onClose, ...view }
}

test('the device’s request closes an open menu', () => {
  vi.stubGlobal('CloseWatcher', FakeCloseWatcher)
  const { onClose } = renderMenu(true)
  for (const watcher of watchers) watcher.dispatchEvent(new Event('close'))
  expect(onClose).toHaveBeenCalledOnce()
})

test('only an open menu takes the request: the page below keeps Back', () => {
  vi.stubGlobal('CloseWatcher', FakeCloseWatcher)
  const { rerender, unmount } = renderMenu(false)
  expect(watchers.size).toBe(0)
  rerender({ isOpen: true })
  expect(watchers.size).toBe(1)
  rerender({ isOpen: false })
  expect(watchers.size).toBe(0)
  rerender({ isOpen: true })
  unmount()
  expect(watchers.size).toBe(0)
})

test('a browser without close requests opens the menu all the same', () => {
  vi.stubGlobal('CloseWatcher', undefined)
  expect(() => renderMenu(true)).not.toThrow()
})
