import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'

/** A picture in memory, a pixel a word (red in the lowest byte). */
export interface Texture {
  width: number
  height: number
  pixels: Uint32Array
}

const IMAGES = fileURLToPath(new URL('../../images/', import.meta.url))
const WIDEST = 6000

/** Reads a picture of the catalogue, scaled so that a texel is about a pixel of the frame at the given span. */
export async function loadArt(name: string, frameWidth: number, span: number): Promise<Texture> {
  const width = Math.min(WIDEST, Math.round(frameWidth / span))
  const image = sharp(`${IMAGES}${name}.webp`)
  const enlarged = width / (await image.metadata()).width
  const scaled = image.resize({ width, kernel: 'lanczos3' })
  return toTexture(enlarged > 1.3 ? scaled.sharpen({ sigma: Math.min(2, enlarged * 0.6), m1: 0, m2: 1.2 }) : scaled)
}

/** Draws an SVG, out of focus by `blur` of its own units (1600 wide). */
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
