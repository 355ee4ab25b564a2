import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { HashRouter, useLocation, useNavigate } from '#web/kit/router.tsx'
import { beforeEach, expect, test } from 'vitest'
import { navigateBelowLayer } from './history-step.ts'
import { useHistoryStep } from './use-history-step.ts'

beforeEach(() => history.pushState(null, '', '#/category/movie'))

function renderStep() {
  const { result } = renderHook(
    () => ({ step: useHistoryStep('search'), navigate: useNavigate(), path: useLocation().pathname }),
    { wrapper: ({ children }: { children: ReactNode }) => <HashRouter>{children}</HashRouter> },
  )
  return {
    result,
    open: () => act(async () => result.current.step.open()),
    close: () => act(async () => result.current.step.close()),
    isOpen: () => result.current.step.isOpen,
  }
}

test('Back closes the layer and leaves the page, and Forward opens it again', async () => {
  const { result, open, isOpen } = renderStep()
  await open()
  expect(isOpen()).toBe(true)
  await act(async () => history.back())
  expect(isOpen()).toBe(false)
  expect(result.current.path).toBe('/category/movie')
  await act(async () => history.forward())
  expect(isOpen()).toBe(true)
})

test('a layer that is closed by its button leaves no step behind', async () => {
  const { open, close, isOpen } = renderStep()
  const entry: unknown = history.state
  await open()
  await close()
  expect(isOpen()).toBe(false)
  expect(history.state).toEqual(entry)
})

test('a navigation below the layer closes it, and Back from there returns to the page', async () => {
  const { result, open, isOpen } = renderStep()
  await open()
  await act(async () => navigateBelowLayer(() => result.current.navigate('/search')))
  expect(isOpen()).toBe(false)
  expect(result.current.path).toBe('/search')
  await act(async () => history.back())
  expect([result.current.path, isOpen()]).toEqual(['/category/movie', false])
})

test('any other navigation leaves the layer too', async () => {
  const { result, open, isOpen } = renderStep()
  await open()
  await act(async () => result.current.navigate('/account', { replace: true }))
  expect(isOpen()).toBe(false)
})
