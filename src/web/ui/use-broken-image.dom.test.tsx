import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ResponsiveImage } from './image.tsx'

/** The images that are fetched in the background, the newest last. */
let fetched: HTMLImageElement[]

beforeEach(() => {
  vi.useFakeTimers()
  fetched = []
  // The simulated DOM loads no image, and calls each complete.
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false)
  vi.stubGlobal('Image', function () {
    const image = document.createElement('img')
    fetched.push(image)
    return image
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const image = () => document.querySelector('img')
const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))
const asked = () => fetched.filter((one) => one.getAttribute('src'))

function open(src = '/i/a/poster') {
  const view = render(<ResponsiveImage src={src} alt="" title="霧港" sizes="50vw" />)
  fireEvent.error(image()!)
  return view
}

test('an image that could not be loaded is its title, and comes once the server has it', async () => {
  open()
  expect(screen.getByText('霧港')).toBeTruthy()
  await wait(1.9)
  expect(asked()).toEqual([])
  await wait(1.2)
  expect(asked().map((one) => one.getAttribute('src'))).toEqual(['/i/a/poster?w=640'])
  expect(asked()[0]!.getAttribute('srcset')).toContain('/i/a/poster?w=1920 1920w')
  act(() => void fireEvent.load(asked()[0]!))
  expect(screen.queryByText('霧港')).toBeNull()
  expect(image()!.getAttribute('src')).toBe('/i/a/poster?w=640')
})

test('an image that does not exist is requested three times more and then left, until the network is back', async () => {
  open()
  for (const [seconds, tries] of [
    [3.1, 1],
    [12.1, 2],
    [45.1, 3],
    [3_600, 3],
  ] as const) {
    await wait(seconds)
    expect(asked()).toHaveLength(tries)
    act(() => void fireEvent.error(asked().at(-1)!))
  }
  act(() => void dispatchEvent(new Event('online')))
  expect(asked()).toHaveLength(4)
})

test('while the network is gone no try is used up', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  open()
  await wait(3_600)
  expect(asked()).toEqual([])
  online.mockReturnValue(true)
  act(() => void dispatchEvent(new Event('online')))
  expect(asked()).toHaveLength(1)
  act(() => void fireEvent.load(asked()[0]!))
  expect(screen.queryByText('霧港')).toBeNull()
})

test('one that loads in the background but not in its place does not begin again and again', async () => {
  open()
  for (const seconds of [3.1, 12.1, 45.1]) {
    await wait(seconds)
    act(() => void fireEvent.load(asked().at(-1)!))
    act(() => void fireEvent.error(image()!))
  }
  await wait(3_600)
  expect(asked()).toHaveLength(3)
  expect(screen.getByText('霧港')).toBeTruthy()
})

test('another image is shown at once; one that left the page is not requested', async () => {
  const { rerender, unmount } = open()
  rerender(<ResponsiveImage src="/i/b/poster" alt="" title="潮汐" sizes="50vw" />)
  expect(image()!.getAttribute('src')).toBe('/i/b/poster?w=640')
  fireEvent.error(image()!)
  unmount()
  await wait(60)
  expect(asked()).toEqual([])
})
