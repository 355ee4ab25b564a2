import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createMediaBench,
  ingestOutcome,
  makeClip,
  type MediaBench,
  playTrack,
} from '../../../../test/support/media.ts'

let bench: MediaBench
const file = (name: string) => join(bench.folder, name)

beforeAll(async () => {
  bench = await createMediaBench()
})
afterAll(() => bench.close())

type Colour = [red: number, green: number, blue: number]

/** BT.2100: signal of light in cd/m². */
function pq(light: number): number {
  const power = (light / 10_000) ** (2610 / 16_384)
  return ((3424 / 4096 + (2413 / 128) * power) / (1 + (2392 / 128) * power)) ** ((2523 / 4096) * 128)
}
const hlgSignal = (scene: number) =>
  scene <= 1 / 12 ? Math.sqrt(3 * scene) : 0.17883277 * Math.log(12 * scene - 0.28466892) + 0.55991073

const luminanceOf = ([red, green, blue]: Colour) => 0.2627 * red + 0.678 * green + 0.0593 * blue
const pqOf = (light: Colour) => light.map(pq) as Colour
/** With the system gamma of a display of 1000 cd/m². */
function hlgOf(light: Colour): Colour {
  const luminance = luminanceOf(light) / 1000
  const system = luminance > 0 ? luminance ** (1 / 1.2 - 1) : 0
  return light.map((one) => hlgSignal((one / 1000) * system)) as Colour
}

/** BT.2087: primaries of BT.709 as those of BT.2020. */
const widened = ([red, green, blue]: Colour): Colour => [
  0.6274 * red + 0.3293 * green + 0.0433 * blue,
  0.0691 * red + 0.9195 * green + 0.0114 * blue,
  0.0164 * red + 0.088 * green + 0.8956 * blue,
]

const grey = (light: number): Colour => [light, light, light]
/** Light of an SDR picture's colour, with its white at 203 cd/m² (BT.2408). */
const sdr = (...signal: Colour): Colour => widened(signal.map((one) => 203 * (one / 255) ** 2.4) as Colour)

const SIDE = 64
/** In per cent of luma. Skin of the colour chart, as it is in SDR. */
const PATCHES: { what: string; light: Colour; min: number; max: number }[] = [
  { what: 'black', light: grey(0), min: 0, max: 0.7 },
  { what: 'the shadow of a dark scene, 0.1 cd/m²', light: grey(0.1), min: 2.5, max: 6 },
  { what: 'a dark scene, 1 cd/m²', light: grey(1), min: 10, max: 12 },
  { what: 'a dark scene, 5 cd/m²', light: grey(5), min: 20, max: 23 },
  { what: 'dark skin', light: sdr(115, 82, 68), min: 33, max: 36 },
  { what: 'the 18 % grey card, 26 cd/m²', light: grey(26), min: 41, max: 45 },
  { what: 'light skin', light: sdr(194, 150, 130), min: 60, max: 64 },
  { what: 'reference white, 203 cd/m²', light: grey(203), min: 87, max: 93 },
  { what: 'a lamp of 400 cd/m²', light: grey(400), min: 93, max: 98 },
  { what: 'a reflection of 1000 cd/m²', light: grey(1000), min: 97, max: 100.5 },
]

function rawFrame(signalOf: (light: Colour) => Colour): Buffer {
  const width = SIDE * PATCHES.length
  const luma = Buffer.alloc(width * SIDE * 2)
  const chroma = [Buffer.alloc(luma.length / 4), Buffer.alloc(luma.length / 4)]
  for (const [at, { light }] of PATCHES.entries()) {
    const signal = signalOf(light)
    const y = luminanceOf(signal)
    const differences = [(signal[2] - y) / 1.8814, (signal[0] - y) / 1.4746]
    for (let row = 0; row < SIDE; row++)
      for (let column = 0; column < SIDE; column++)
        luma.writeUInt16LE(Math.round(64 + 876 * y), (row * width + at * SIDE + column) * 2)
    for (const [plane, difference] of differences.entries())
      for (let row = 0; row < SIDE / 2; row++)
        for (let column = 0; column < SIDE / 2; column++)
          chroma[plane]!.writeUInt16LE(
            Math.round(512 + 896 * difference),
            ((row * width) / 2 + (at * SIDE) / 2 + column) * 2,
          )
  }
  return Buffer.concat([luma, ...chroma])
}

async function hdrClip(name: string, signalOf: (light: Colour) => Colour, params: string): Promise<string> {
  await writeFile(file('patches.raw'), rawFrame(signalOf))
  const input = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p10le', '-r', '5', '-s', `${SIDE * PATCHES.length}x${SIDE}`]
  const frames = ['-stream_loop', '9', '-i', file('patches.raw')]
  const encoder = ['-c:v', 'libx265', '-preset', 'ultrafast', '-crf', '4', '-x265-params', `log-level=none:${params}`]
  return makeClip(file(name), ...input, ...frames, ...encoder, '-f', 'matroska')
}

/** Per cent of each patch's middle, as a player would show it. */
async function publishedLuma(): Promise<number[]> {
  const { assetId } = bench.attached.at(-1)!
  const key = (await bench.media.contentKey(assetId))!
  const { file: played } = await playTrack(bench, `a/${assetId}/v360`, key)
  await makeClip(file('shown.raw'), '-i', played, '-frames:v', '1', '-pix_fmt', 'yuv420p', '-f', 'rawvideo')
  const shown = await readFile(file('shown.raw'))
  const middle = (SIDE / 2) * SIDE * PATCHES.length + SIDE / 2
  return PATCHES.map((_, at) => ((shown.readUInt8(middle + at * SIDE) - 16) / 219) * 100)
}

const PRIMARIES = 'colorprim=bt2020:colormatrix=bt2020nc'
const display = (light: number) =>
  `hdr-opt=1:master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(${light * 10_000},50)`

test.each([
  ['PQ of a display of 1000 cd/m²', pqOf, `${PRIMARIES}:transfer=smpte2084:${display(1000)}:max-cll=1000,400`],
  ['PQ of a display of 4000 cd/m²', pqOf, `${PRIMARIES}:transfer=smpte2084:${display(4000)}`],
  ['PQ that says only its transfer', pqOf, 'transfer=smpte2084'],
  ['HLG', hlgOf, `${PRIMARIES}:transfer=arib-std-b67`],
])('%s keeps skin, white and dark scenes where SDR has them', async (what, signalOf, params) => {
  expect(await ingestOutcome(bench, await hdrClip(`${what.replaceAll('/', '')}.mkv`, signalOf, params))).toBe('done')
  const luma = await publishedLuma()
  const wrong = PATCHES.flatMap(({ what: patch, min, max }, at) =>
    luma[at]! >= min && luma[at]! <= max ? [] : [`${patch}: ${luma[at]!.toFixed(1)} % instead of ${min} to ${max} %`],
  )
  expect(wrong).toEqual([])
  expect(luma).toEqual(luma.toSorted((a, b) => a - b))
})
