import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Banner } from '#contract/banners.ts'
import { home as text } from '#text/zh_HK/viewer.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { SLIDE_MS } from './billboard.rules.ts'
import { Billboard } from './billboard.tsx'

const slide = (bannerId: string) =>
  ({
    bannerId,
    bannerType: 'url',
    bannerImage: `/i/${bannerId}/a`,
    bannerPreview: `data:image/webp;base64,${bannerId}`,
    movieId: '',
    url: '',
    title: bannerId,
    subtitle: '',
  }) as Banner

let isLoaded = false

beforeEach(() => {
  isLoaded = false
  vi.useFakeTimers()
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockImplementation(() => isLoaded)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a slide waits until its image is loaded', async () => {
  await renderWeb(<Billboard banners={[slide('a'), slide('b')]} />)
  const isShown = (n: number) => screen.queryByRole('group', { name: text.slide(n, 2) }) !== null
  await act(async () => vi.advanceTimersByTimeAsync(3 * SLIDE_MS))
  expect(isShown(1)).toBe(true)
  isLoaded = true
  await act(async () => vi.advanceTimersByTimeAsync(SLIDE_MS))
  expect(isShown(2)).toBe(true)
})

test('a slide shows the blurred image of the page until its own is loaded', async () => {
  const { container } = await renderWeb(<Billboard banners={[slide('a')]} />)
  const [preview, image] = container.querySelectorAll('section img')
  expect(preview?.getAttribute('src')).toBe('data:image/webp;base64,a')
  expect(image?.getAttribute('src')).toContain('/i/a/a')
})

test('only a picture whose subject is at its upper edge starts below the navigation', async () => {
  const high = { ...slide('a'), focus: { x: 62, y: 0 } }
  const low = { ...slide('b'), focus: { x: 70, y: 58 } }
  const { container } = await renderWeb(<Billboard banners={[high, low]} />)
  await act(async () => vi.advanceTimersByTimeAsync(1))
  const lowered = [...container.querySelectorAll('[data-lowered] img:last-child')].map((img) => img.getAttribute('src'))
  expect(lowered).toEqual(['/i/a/a?w=640'])
})
