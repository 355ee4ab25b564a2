import { fireEvent, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ResponsiveImage } from './image.tsx'

// The simulated DOM loads no image, and calls each complete.
vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false)

const PREVIEW = 'data:image/webp;base64,UklGRg=='
const srcs = (container: HTMLElement) => [...container.querySelectorAll('img')].map((img) => img.getAttribute('src'))

test('before an image is there its box shows its preview, which stays under one that is broken', () => {
  const { container } = render(<ResponsiveImage src="/i/a/art" alt="" preview={PREVIEW} sizes="100vw" />)
  expect(srcs(container)).toEqual([PREVIEW, '/i/a/art?w=640'])
  fireEvent.error(container.querySelectorAll('img')[1]!)
  expect(srcs(container)).toEqual([PREVIEW])
})

test('before an image is there its box shows its title, which is in the page once', () => {
  const { container } = render(<ResponsiveImage src="/i/a/poster" alt="" title="霧港" sizes="84px" />)
  const title = container.querySelector('[data-title="霧港"]')!
  expect(title.getAttribute('aria-hidden')).toBe('true')
  expect(container.textContent).toBe('')
  expect(srcs(container)).toEqual(['/i/a/poster?w=640'])
  fireEvent.error(container.querySelector('img')!)
  expect(container.textContent).toBe('霧港')
})

test('an image without title and preview is the image alone', () => {
  const { container } = render(<ResponsiveImage src="/i/a/logo" alt="" sizes="84px" />)
  expect(container.firstElementChild?.tagName).toBe('IMG')
})
