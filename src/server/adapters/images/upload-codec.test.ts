import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { decompressionBomb, noiseImage, plainImage } from '../../../../test/support/odd-images.ts'
import { aPhoto } from '../../../../test/support/uploads.ts'
import { UnreadableImage } from '#server/domains/uploads/ports.ts'
import { cleanImage } from './upload-codec.ts'

test('metadata is gone, where a photograph was taken included, and the answer says so', async () => {
  const photo = await aPhoto()
  expect((await sharp(photo).metadata()).exif?.includes('Camera')).toBe(true)
  const image = await cleanImage(photo)
  expect(image).toMatchObject({ contentType: 'image/jpeg', width: 64, height: 48, hadMetadata: true })
  const { exif, xmp, iptc, icc, format } = await sharp(image.bytes).metadata()
  expect({ exif, xmp, iptc, icc, format }).toEqual({
    exif: undefined,
    xmp: undefined,
    iptc: undefined,
    icc: undefined,
    format: 'jpeg',
  })
  expect(Buffer.from(image.bytes).includes('Exif')).toBe(false)
})

test('an image without metadata is reported as such', async () => {
  expect(await cleanImage(await plainImage(20, 20).png().toBuffer())).toMatchObject({ hadMetadata: false })
})

test('the orientation is applied to the pixels', async () => {
  const sideways = await plainImage(80, 40).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const image = await cleanImage(sideways)
  expect(image).toMatchObject({ width: 40, height: 80 })
  expect((await sharp(image.bytes).metadata()).orientation).toBeUndefined()
})

test('transparency is kept, as WebP', async () => {
  const transparent = await sharp({ create: { width: 32, height: 32, channels: 4, background: '#0000' } })
    .png()
    .toBuffer()
  const image = await cleanImage(transparent)
  expect(image.contentType).toBe('image/webp')
  expect(await sharp(image.bytes).metadata()).toMatchObject({ format: 'webp', hasAlpha: true })
})

test('a large photograph is made smaller, a small one is not made larger', async () => {
  expect(await cleanImage(await plainImage(4_000, 3_000).jpeg().toBuffer())).toMatchObject({
    width: 2_048,
    height: 1_536,
  })
  expect(await cleanImage(await plainImage(30, 20).webp().toBuffer())).toMatchObject({ width: 30, height: 20 })
})

describe('a file that is something else as well is an image only', () => {
  const script = '<script>alert(1)</script>'
  const archive = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), Buffer.from(script)])

  test.each(['jpeg', 'png', 'webp'] as const)('%s with an archive and a script behind it', async (format) => {
    const image = await cleanImage(Buffer.concat([await plainImage(20, 20).toFormat(format).toBuffer(), archive]))
    expect(Buffer.from(image.bytes).includes(script)).toBe(false)
    expect(Buffer.from(image.bytes).includes('PK\u0003\u0004', 0, 'latin1')).toBe(false)
  })

  test('JPEG with a script in a comment', async () => {
    const jpeg = await plainImage(20, 20).jpeg().toBuffer()
    const length = Buffer.alloc(2)
    length.writeUInt16BE(script.length + 2)
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe]), length, Buffer.from(script)])
    const image = await cleanImage(Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]))
    expect(Buffer.from(image.bytes).includes(script)).toBe(false)
  })
})

describe('refuses', () => {
  const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)
  const cases: [string, () => Promise<Buffer> | Buffer][] = [
    ['nothing', () => Buffer.alloc(0)],
    ['a text file', () => Buffer.from('not an image, but long enough to be looked at')],
    ['an image that declares 10^9 pixels', () => decompressionBomb(40_000, 25_000)],
    ['an image that declares 51 million pixels', () => decompressionBomb(5_100, 10_000)],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>')],
    ['GIF', () => plainImage(64, 64).gif().toBuffer()],
    ['TIFF', () => plainImage(64, 64).tiff().toBuffer()],
    ['AVIF', () => plainImage(64, 64).avif().toBuffer()],
    ['half a JPEG', async () => half(await noiseImage(200).jpeg().toBuffer())],
    ['half a PNG', async () => half(await noiseImage(200).png().toBuffer())],
    ['half a WebP', async () => half(await noiseImage(200).webp().toBuffer())],
    ['the first bytes of a PNG only', async () => (await plainImage(20, 20).png().toBuffer()).subarray(0, 8)],
  ]
  test.each(cases)('%s', async (_, make) => {
    await expect(cleanImage(await make())).rejects.toBeInstanceOf(UnreadableImage)
  })
})
