import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { ImageRefused } from '#server/domains/images/ports.ts'
import { createImageCodec } from './image-codec.ts'

const codec = createImageCodec()

const image = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ff6f59' } })

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('accepts %s', async (format) => {
  const bytes = await image(64, 32).toFormat(format).toBuffer()
  expect(await codec.inspect(bytes)).toEqual({ width: 64, height: 32, hasAlpha: false })
})

test.each([
  ['avif', 'heif'],
  ['webp', 'webp'],
  ['jpg', 'jpeg'],
  ['png', 'png'],
] as const)('encodes %s at the requested width and never upscales', async (format, found) => {
  const bytes = await image(300, 200).png().toBuffer()
  const small = await sharp(await codec.encode(bytes, { width: 160, format })).metadata()
  expect(small).toMatchObject({ format: found, width: 160, height: 107 })
  const large = await sharp(await codec.encode(bytes, { width: 1920, format })).metadata()
  expect(large).toMatchObject({ width: 300, height: 200 })
})

test('applies the orientation and removes location metadata', async () => {
  const bytes = await image(80, 40)
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
  const chunk = (type: string, body: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(body.length)
    head.write(type, 4)
    return Buffer.concat([head, body, Buffer.alloc(4)])
  }
  const bomb = (width: number, height: number) => {
    const size = Buffer.alloc(13)
    size.writeUInt32BE(width)
    size.writeUInt32BE(height, 4)
    size.set([8, 2, 0, 0, 0], 8)
    const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    return Buffer.concat([signature, chunk('IHDR', size), chunk('IDAT', deflateSync(Buffer.alloc(10_000)))])
  }
  const cases: [string, () => Promise<Buffer> | Buffer][] = [
    ['nothing', () => Buffer.alloc(0)],
    ['a text file', () => Buffer.from('not an image, but long enough to be inspected')],
    ['an image that declares 400 million pixels', () => bomb(20_000, 20_000)],
    ['an image that declares over four billion pixels', () => bomb(100_000, 100_000)],
    [
      'SVG, which can reference other files',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>'),
    ],
    ['GIF', () => image(64, 64).gif().toBuffer()],
    ['TIFF', () => image(64, 64).tiff().toBuffer()],
    ['an image of 4 x 4 pixels', () => image(4, 4).png().toBuffer()],
  ]
  test.each(cases)('%s', async (_, make) => {
    await expect(codec.inspect(await make())).rejects.toBeInstanceOf(ImageRefused)
  })

  test('encoding a truncated image fails', async () => {
    const whole = await sharp({
      create: {
        width: 400,
        height: 400,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 30 },
        background: '#000',
      },
    })
      .jpeg()
      .toBuffer()
    await expect(codec.encode(whole.subarray(0, whole.length / 2), { width: 160, format: 'webp' })).rejects.toThrow(
      /premature|corrupt|VipsJpeg/i,
    )
  })
})
