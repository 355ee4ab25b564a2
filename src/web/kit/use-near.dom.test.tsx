import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useNear } from './use-near.ts'

afterEach(() => vi.unstubAllGlobals())

function Probe() {
  const [ref, near] = useNear(false)
  return <p ref={ref as never}>{near ? 'near' : 'far'}</p>
}

test('SPEC 9: content loads once it is within 1.3 viewport heights', async () => {
  let found: (entries: { isIntersecting: boolean }[]) => void = () => {}
  const margins: unknown[] = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: typeof found, { rootMargin }: { rootMargin: string }) {
        found = callback
        margins.push(rootMargin)
      }
      observe() {}
      disconnect() {}
    },
  )
  render(<Probe />)
  // A screen and three tenths of one below it.
  expect(margins).toEqual(['30% 0px'])
  await act(async () => found([{ isIntersecting: false }]))
  expect(screen.getByText('far')).toBeTruthy()
  await act(async () => found([{ isIntersecting: true }]))
  expect(screen.getByText('near')).toBeTruthy()
})
