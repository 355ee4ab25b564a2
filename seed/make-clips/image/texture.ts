import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'

/** An image in memory, one 32-bit word per pixel (red in the lowest byte). */
export interface Texture {
  width: number
  height: number
  pixels: Uint32Array
}

const IMAGES = fileURLToPath(new URL('../../images/', import.meta.url))
const WIDTH_MAX = 6000

/** Loads a catalogue image, scaled so that a texel is about one pixel of the frame at the given span. */
export async function loadArt(name: string, frameWidth: number, span: number): Promise<Texture> {
  const width = Math.min(WIDTH_MAX, Math.round(frameWidth / span))
  const image = sharp(`${IMAGES}${name}.webp`)
  const enlarged = width / (await image.metadata()).width
  const scaled = image.resize({ width, kernel: 'lanczos3' })
  return toTexture(enlarged > 1.3 ? scaled.sharpen({ sigma: Math.min(2, enlarged * 0.6), m1: 0, m2: 1.2 }) : scaled)
}

/** Rasterizes an SVG, blurred by `blur` of its own units (1600 wide). */
export async function drawSvg(svg: string, frameWidth: number, blur = 0): Promise<Texture> {
  const image = sharp(Buffer.from(svg)).resize({ width: frameWidth })
  const sigma = (blur * frameWidth) / 1600
  return toTexture(sigma > 0.3 ? image.blur(sigma) : image)
}

async function toTexture(image: Sharp): Promise<Texture> {
  const { data, info } = await image.toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const copy = new Uint8Array(data)
  return { width: info.width, height: info.height, pixels: new Uint32Array(copy.buffer) }
}
