import { expect, test } from 'vitest'
import { focusAttributes, imageAt, imageSrcSet } from './image.rules.ts'

test('an image of ours is offered in the fixed widths', () => {
  expect(imageSrcSet('/i/h/a.webp', { from: 160, to: 320 })).toBe(
    '/i/h/a.webp?w=160 160w, /i/h/a.webp?w=240 240w, /i/h/a.webp?w=320 320w',
  )
  expect(imageAt('/i/h/a.webp?w=960', 640)).toBe('/i/h/a.webp?w=640')
})

test('any other address is left alone', () => {
  expect(imageSrcSet('https://example.com/a.png')).toBeUndefined()
  expect(imageAt('data:image/png;base64,x', 640)).toBe('data:image/png;base64,x')
})

test('focal points are attributes in tenths, for the wide image and the upright one', () => {
  expect(focusAttributes({ x: 62, y: 45 }, { x: 0, y: 100 })).toEqual({
    'data-focus-x': 6,
    'data-focus-y': 5,
    'data-upright-x': 0,
    'data-upright-y': 10,
  })
  expect(focusAttributes(undefined, undefined)).toEqual({})
})
