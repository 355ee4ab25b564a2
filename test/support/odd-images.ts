import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** One colour. */
export const plainImage = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#ff6f59' } })

/** An image that no format makes small. */
export const noiseImage = (side: number): Sharp =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
      background: '#000',
    },
  })

/** A PNG of a few hundred bytes that declares this many pixels. */
export function decompressionBomb(width: number, height: number): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width)
  size.writeUInt32BE(height, 4)
  size.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', size), chunk('IDAT', deflateSync(Buffer.alloc(10_000)))])
}

function chunk(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length)
  head.write(type, 4)
  return Buffer.concat([head, body, Buffer.alloc(4)])
}
