import { expect, test } from 'vitest'
import { readImage, writeImage } from './kept-image.rules.ts'

const IMAGE = {
  imageToken: 'a'.repeat(43),
  imageURL: '/u/a/1/b',
  bytes: 1000,
  metadataRemoved: true,
  name: 'screen.png',
}

test('an image comes back from the text of its field', () => {
  expect(readImage(writeImage(IMAGE))).toEqual(IMAGE)
})

test.each([
  ['nothing', ''],
  ['no JSON', '{'],
  ['a token of another shape', writeImage({ ...IMAGE, imageToken: 'short' })],
  ['an address elsewhere', writeImage({ ...IMAGE, imageURL: 'https://example.com/x.png' })],
  ['a list', '[]'],
])('%s is no image', (_, text) => {
  expect(readImage(text)).toBeUndefined()
})
