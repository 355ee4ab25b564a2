import { randomBytes } from 'node:crypto'
import { appendFile, copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createMediaBench,
  FAST,
  ingestOutcome,
  makeClip,
  makeVideo,
  type MediaBench,
  playTrack,
  testImage,
  textOf,
  tone,
} from '../../../../test/support/media.ts'
import { isFull } from '../../../../test/support/full.ts'
import { runEncoder } from '../../../../test/support/programs.ts'

let bench: MediaBench
const file = (name: string) => join(bench.folder, name)

beforeAll(async () => {
  bench = await createMediaBench()
  await makeVideo(bench, { name: 'good.mp4' })
})
afterAll(() => bench.close())

const copied = () => ['-i', file('good.mp4'), '-c', 'copy']
const lateSound = (seconds: number) => [...testImage('160x90', 5), '-itsoffset', `${seconds}`, ...tone(4), ...FAST]

const ASS = `[Script Info]
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname, Fontsize, Bold, Alignment
Style: Default,Arial,16,0,2

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:00.50,0:00:01.50,Default,,0,0,0,,{\\i1}Hello{\\i0} there
`

/** Cases that differ little from others run in `npm run test:full` only. */
type Odd = { what: string; name: string; isLong?: boolean; make: (path: string) => Promise<unknown> }
const ODD: Odd[] = [
  {
    what: 'a recording of unknown size without duration',
    name: 'live.mkv',
    make: (path) => makeClip(path, ...copied(), '-live', '1', '-f', 'matroska'),
  },
  {
    what: 'Matroska whose clock starts at five seconds',
    name: 'later.mkv',
    make: (path) => makeClip(path, ...copied(), '-output_ts_offset', '5', '-f', 'matroska'),
  },
  {
    what: 'a kilobyte of letters behind the last box',
    name: 'letters.mp4',
    make: (path) => copyFile(file('good.mp4'), path).then(() => appendFile(path, 'A'.repeat(1024))),
  },
  {
    what: 'a kilobyte of junk behind the last box',
    name: 'junk.mp4',
    isLong: true,
    make: (path) => copyFile(file('good.mp4'), path).then(() => appendFile(path, randomBytes(1024))),
  },
  {
    what: 'a negative duration',
    name: 'negative.mp4',
    isLong: true,
    make: async (path) => {
      const bytes = await readFile(file('good.mp4'))
      for (const box of ['mvhd', 'mdhd'])
        for (let at = bytes.indexOf(box); at > 0; at = bytes.indexOf(box, at + 4)) bytes.writeInt32BE(-5000, at + 20)
      await writeFile(path, bytes)
    },
  },
  {
    what: 'a segment that claims 50 GB, with a duration that its packets reach',
    name: 'claims.mkv',
    isLong: true,
    make: async (path) => {
      await makeClip(path, ...copied(), '-f', 'matroska')
      const bytes = await readFile(path)
      Buffer.from('0100000ba43b7400', 'hex').copy(bytes, bytes.indexOf(Buffer.from('18538067', 'hex')) + 4)
      await writeFile(path, bytes)
    },
  },
]

test.each(ODD.filter(({ isLong }) => isFull || !isLong))('takes $what', async ({ name, make }) => {
  await make(file(name))
  expect(await ingestOutcome(bench, file(name))).toBe('done')
  expect(bench.attached.at(-1)!.facts.durationMs).toBeGreaterThan(3900)
  expect(bench.attached.at(-1)!.facts.durationMs).toBeLessThan(4100)
})

test('takes embedded ASS subtitles, beside a track of drawings only and an attached font', async () => {
  await writeFile(file('styled.ass'), ASS)
  await writeFile(file('drawn.ass'), ASS.replace('{\\i1}Hello{\\i0} there', '{\\p1}m 0 0 l 10 10{\\p0}'))
  await writeFile(file('font.ttf'), randomBytes(1000))
  const inputs = ['good.mp4', 'drawn.ass', 'styled.ass'].flatMap((name) => ['-i', file(name)])
  const styled = [...inputs, '-map', '0', '-map', '1', '-map', '2', '-c', 'copy', '-c:s', 'ass']
  const languages = ['-metadata:s:s:0', 'language=eng', '-metadata:s:s:1', 'language=eng']
  const font = ['-attach', file('font.ttf'), '-metadata:s:t', 'mimetype=application/x-truetype-font']
  const path = await makeClip(file('styled.mkv'), ...styled, ...languages, ...font)
  expect(await ingestOutcome(bench, path)).toBe('done')
  const { assetId, facts } = bench.attached.at(-1)!
  expect(facts.subtitleLanguages).toEqual(['en'])
  const vtt = await textOf(bench.store, `a/${assetId}/sub-en/en.vtt`)
  expect(vtt).toMatch(/00:00:00\.5\d\d --> 00:00:01\.5\d\d\n<i>Hello<\/i> there/)
  expect(vtt).not.toContain('{')
})

/** Seconds at which a tone begins in a track, on the track's own clock. */
async function toneStart(track: string): Promise<number> {
  const { assetId } = bench.attached.at(-1)!
  const key = (await bench.media.contentKey(assetId))!
  const played = await playTrack(bench, `a/${assetId}/${track}`, key)
  const filter = ['-copyts', '-i', played.file, '-af', 'silencedetect=n=-50dB:d=0.05', '-f', 'null', '-']
  const { stderr } = await runEncoder('ffmpeg', ['-hide_banner', ...filter])
  const silence = /silence_start: (-?[\d.]+)[\s\S]*?silence_end: ([\d.]+)/.exec(stderr)
  const start = Number(/start: (-?[\d.]+)/.exec(stderr)![1])
  return silence && Math.abs(Number(silence[1]) - start) < 0.1 ? Number(silence[2]) : start
}

test.each(isFull ? [0.704, 3.2] : [0.704])(
  'sound that begins %d s after the picture keeps its time',
  async (seconds) => {
    const path = await makeClip(file(`late-${seconds}.mp4`), ...lateSound(seconds))
    expect(await ingestOutcome(bench, path)).toBe('done')
    expect(await toneStart('audio-0')).toBeCloseTo(seconds, 1)
    const { assetId } = bench.attached.at(-1)!
    const durations = [...(await textOf(bench.store, `a/${assetId}/audio-0/index.m3u8`)).matchAll(/#EXTINF:([\d.]+)/g)]
    // The track is complete: it has silence from the start.
    expect(durations.reduce((sum, [, length]) => sum + Number(length), 0)).toBeCloseTo(5, 0)
  },
)

test('copied Dolby sound that begins after the picture keeps its time, in the playlist as well', async () => {
  const path = await makeClip(file('late-dolby.mkv'), ...lateSound(0.704), '-c:a', 'ac3')
  expect(await ingestOutcome(bench, path)).toBe('done')
  expect(await toneStart('audio-1')).toBeCloseTo(0.704, 1)
  const { assetId } = bench.attached.at(-1)!
  const [, first] = /#EXTINF:([\d.]+)/.exec(await textOf(bench.store, `a/${assetId}/audio-1/index.m3u8`))!
  expect(Number(first)).toBeCloseTo(2, 1)
})
