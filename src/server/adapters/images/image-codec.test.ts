import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { ImageRefused } from '#server/domains/images/ports.ts'
import { decompressionBomb, noiseImage, plainImage } from '../../../../test/support/odd-images.ts'
import { createImageCodec } from './image-codec.ts'

const codec = createImageCodec()

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('accepts %s', async (format) => {
  const bytes = await plainImage(64, 32).toFormat(format).toBuffer()
  expect(await codec.inspect(bytes)).toEqual({ width: 64, height: 32, hasAlpha: false })
})

test.each([
  ['avif', 'heif'],
  ['webp', 'webp'],
  ['jpg', 'jpeg'],
  ['png', 'png'],
] as const)('encodes %s at the requested width and never upscales', async (format, found) => {
  const bytes = await plainImage(300, 200).png().toBuffer()
  const small = await sharp(await codec.encode(bytes, { width: 160, format })).metadata()
  expect(small).toMatchObject({ format: found, width: 160, height: 107 })
  const large = await sharp(await codec.encode(bytes, { width: 1920, format })).metadata()
  expect(large).toMatchObject({ width: 300, height: 200 })
})

const CARD = { width: 1200, height: 630, bytesMax: 300 * 1024 }

test.each([
  ['wider', 3000, 800],
  ['taller', 800, 1200],
  ['smaller', 320, 180],
])('a card of a %s image has exactly its size', async (_, width, height) => {
  const bytes = await plainImage(width, height).webp().toBuffer()
  expect(await sharp(await codec.encodeCard(bytes, CARD)).metadata()).toMatchObject({
    format: 'jpeg',
    width: 1200,
    height: 630,
  })
})

test('a card of much detail keeps to its bytes', async () => {
  const bytes = await noiseImage(1200).jpeg().toBuffer()
  const best = await codec.encodeCard(bytes, CARD)
  const bytesMax = Math.round(best.length * 0.7)
  const small = await codec.encodeCard(bytes, { ...CARD, bytesMax })
  expect(small.length).toBeLessThanOrEqual(bytesMax)
  expect(small.length).toBeLessThan(best.length)
})

test('applies the orientation and removes location metadata', async () => {
  const bytes = await plainImage(80, 40)
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect(await codec.inspect(bytes)).toMatchObject({ width: 40, height: 80 })
  const encoded = await sharp(await codec.encode(bytes, { width: 160, format: 'jpg' })).metadata()
  expect(encoded).toMatchObject({ width: 40, height: 80 })
  expect(encoded.exif).toBeUndefined()
  expect(encoded.orientation).toBeUndefined()
})

test('keeps transparency where supported and flattens it in JPEG', async () => {
  const transparent = await sharp({ create: { width: 32, height: 32, channels: 4, background: '#0000' } })
    .png()
    .toBuffer()
  expect(await codec.inspect(transparent)).toMatchObject({ hasAlpha: true })
  expect((await sharp(await codec.encode(transparent, { width: 160, format: 'webp' })).metadata()).hasAlpha).toBe(true)
  const { data } = await sharp(await codec.encode(transparent, { width: 160, format: 'jpg' }))
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(Math.max(...data)).toBeLessThan(40)
})

describe('refuses', () => {
  const cases: [string, () => Promise<Buffer> | Buffer][] = [
    ['nothing', () => Buffer.alloc(0)],
    ['a text file', () => Buffer.from('not an image, but long enough to be inspected')],
    ['an image that declares 400 million pixels', () => decompressionBomb(20_000, 20_000)],
    ['an image that declares over four billion pixels', () => decompressionBomb(100_000, 100_000)],
    [
      'SVG, which can reference other files',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>'),
    ],
    ['GIF', () => plainImage(64, 64).gif().toBuffer()],
    ['TIFF', () => plainImage(64, 64).tiff().toBuffer()],
    ['an image of 4 x 4 pixels', () => plainImage(4, 4).png().toBuffer()],
  ]
  test.each(cases)('%s', async (_, make) => {
    await expect(codec.inspect(await make())).rejects.toBeInstanceOf(ImageRefused)
  })

  test('encoding a truncated image fails', async () => {
    const whole = await noiseImage(400).jpeg().toBuffer()
    await expect(codec.encode(whole.subarray(0, whole.length / 2), { width: 160, format: 'webp' })).rejects.toThrow(
      /premature|corrupt|VipsJpeg/i,
    )
  })
})
