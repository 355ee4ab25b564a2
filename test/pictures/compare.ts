import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pixelmatch from 'pixelmatch'
import sharp from 'sharp'

const BASELINES = resolve('test/pictures/baselines')
const RESULTS = resolve('test-results/pictures')
/** Pictures are kept at this width: small files, and strokes of letters that do not depend on a pixel. */
const WIDTH = { desktop: 720, phone: 390 } as const
const QUALITY = 70
/** Difference of colour, from 0 to 1, from which a pixel counts as another. */
const THRESHOLD = 0.12
/** Share of other pixels that a picture may have: the strokes of another Chromium. */
export const ALLOWED_SHARE = 0.002

export interface Comparison {
  /** Share of pixels that differ; 1 without a baseline or with another size. */
  share: number
  /** The pixels that differ, as PNG; undefined without anything to compare. */
  difference?: Buffer
}

/** A screenshot as it is kept: reduced, as WebP. */
export const reduced = (screenshot: Buffer, size: keyof typeof WIDTH): Promise<Buffer> =>
  sharp(screenshot).resize({ width: WIDTH[size] }).webp({ quality: QUALITY, effort: 6 }).toBuffer()

const pixelsOf = (picture: Buffer) => sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })

/** Compares two reduced pictures. Both went through the same encoder. */
export async function compare(before: Buffer, now: Buffer): Promise<Comparison> {
  const [one, other] = await Promise.all([pixelsOf(before), pixelsOf(now)])
  const { width, height } = one.info
  if (other.info.width !== width || other.info.height !== height) return { share: 1 }
  const drawn = new Uint8Array(one.data.length)
  const count = pixelmatch(one.data, other.data, drawn, width, height, { threshold: THRESHOLD })
  const raw = { width, height, channels: 4 } as const
  return { share: count / (width * height), difference: await sharp(drawn, { raw }).png().toBuffer() }
}

/** Whether there are pictures to compare with. */
export const hasBaselines = (): boolean => existsSync(BASELINES)

const baselineFile = (name: string) => join(BASELINES, `${name}.webp`)

/** The kept picture of a screen; undefined for a new one. */
export const baselineOf = async (name: string): Promise<Buffer | undefined> =>
  existsSync(baselineFile(name)) ? readFile(baselineFile(name)) : undefined

/** Keeps a picture as the one to compare with. */
export async function keepBaseline(name: string, picture: Buffer): Promise<void> {
  await mkdir(BASELINES, { recursive: true })
  await writeFile(baselineFile(name), picture)
}

/** Writes what differs beside the picture, to find the reason. @returns the folder */
export async function reportDifference(name: string, picture: Buffer, { difference }: Comparison): Promise<string> {
  await mkdir(RESULTS, { recursive: true })
  await writeFile(join(RESULTS, `${name}.now.webp`), picture)
  if (difference) await writeFile(join(RESULTS, `${name}.difference.png`), difference)
  return RESULTS
}
