import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '../../../../test/support/full.ts'
import {
  addVideo,
  createRecordingBench,
  FAST,
  makeClip,
  playTrack,
  streamOf,
  testImage,
  textOf,
  tone,
} from '../../../../test/support/media.ts'
import { runEncoder } from '../../../../test/support/programs.ts'

type Recording = Awaited<ReturnType<typeof createRecordingBench>>
let recording: Recording
beforeAll(async () => {
  recording = await createRecordingBench()
})
afterAll(() => recording.bench.close())

const TAGS = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv']
const GOPS = ['-g', '50', '-x264-params', 'scenecut=0:open-gop=0:bframes=2:b-adapt=0']
const VERYFAST = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-crf', '30']

/** Ingests a film. @returns its rungs, the files that play, and the encoded bytes of each rung's frames */
async function ingest(file: string, { lean = false } = {}) {
  const { bench } = recording
  const jobId = await addVideo(bench, file, { lean })
  expect([await bench.media.ingest.run(jobId), (await bench.media.ingest.job(jobId))?.error_params]).toEqual([
    'done',
    null,
  ])
  const { assetId } = bench.attached.at(-1)!
  const key = (await bench.media.contentKey(assetId))!
  const master = await textOf(bench.store, `a/${assetId}/master.m3u8`)
  const rungs = [...master.matchAll(/^(v\d+)\/index/gm)].map(([, name]) => name!)
  return { rungs, master, play: (rung: string) => playTrack(bench, `a/${assetId}/${rung}`, key) }
}

/** Hashes of the frames as they are stored, in decoding order. */
async function storedFrames(file: string): Promise<string[]> {
  const args = [
    '-v',
    'error',
    '-i',
    file,
    '-map',
    '0:v',
    '-c',
    'copy',
    '-bsf:v',
    'h264_mp4toannexb,filter_units=pass_types=1-5',
    '-f',
    'framemd5',
    '-',
  ]
  const { stdout } = await runEncoder('ffmpeg', args)
  return stdout.split('\n').flatMap((line) => (line && !line.startsWith('#') ? [line.split(',').at(-1)!.trim()] : []))
}

/** The presentation times of a file's frames, in seconds from the first, in order. */
async function times(file: string): Promise<number[]> {
  const { stdout } = await runEncoder('ffprobe', [
    '-v',
    'error',
    '-select_streams',
    'v',
    '-show_entries',
    'packet=pts_time',
    '-of',
    'csv=p=0',
    file,
  ])
  const list = stdout
    .split('\n')
    .filter(Boolean)
    .map(Number)
    .toSorted((a, b) => a - b)
  return list.map((time) => Math.round((time - list[0]!) * 1000) / 1000)
}

const clip = (name: string, ...args: string[]) =>
  makeClip(join(recording.bench.folder, name), ...testImage('640x480', 5), ...tone(5), '-c:a', 'aac', ...args)

test('a film that is a rung already is copied, and the rungs below it are encoded at the same boundaries', async () => {
  const file = await clip('fits.mp4', ...VERYFAST, ...GOPS, ...TAGS)
  const { rungs, play } = await ingest(file)
  expect(rungs.toSorted()).toEqual(['v360', 'v480'])
  const [copied, encoded] = [await play('v480'), await play('v360')]
  expect(copied.segments.map(({ seconds }) => seconds)).toEqual([2, 2, 1])
  expect(encoded.segments.map(({ seconds }) => seconds)).toEqual([2, 2, 1])
  expect(await storedFrames(copied.file)).toEqual(await storedFrames(file))
  expect(await storedFrames(encoded.file)).not.toEqual(await storedFrames(file))
  expect(await times(copied.file)).toEqual(Array.from({ length: 125 }, (_, n) => n / 25))
  for (const { file: played } of [copied, encoded])
    await runEncoder('ffmpeg', ['-v', 'error', '-xerror', '-i', played, '-f', 'null', '-'])
})

test('each segment of a copied film plays without the one before it', async () => {
  const { play } = await ingest(join(recording.bench.folder, 'fits.mp4'))
  const { file } = await play('v480')
  const { stdout } = await runEncoder('ffprobe', [
    '-v',
    'error',
    '-select_streams',
    'v',
    '-show_entries',
    'packet=pts_time,flags',
    '-of',
    'csv=p=0',
    file,
  ])
  const keyframes = stdout
    .split('\n')
    .filter((line) => line.includes('K'))
    .map((line) => Number(line.split(',')[0]))
  expect(keyframes.map((time) => time - keyframes[0]!)).toEqual([0, 2, 4])
})

test('a film with times in milliseconds is copied onto the exact frame clock', async () => {
  const file = await clip('fits.mkv', ...VERYFAST, ...GOPS, ...TAGS, '-c:a', 'flac')
  const { play } = await ingest(file)
  const { file: played } = await play('v480')
  expect(await storedFrames(played)).toEqual(await storedFrames(file))
  expect(await times(played)).toEqual(Array.from({ length: 125 }, (_, n) => n / 25))
})

test('a lean ingest of such a film has one rung and needs no encoder for its pictures', async () => {
  const file = await clip('lean.mp4', ...VERYFAST, ...GOPS, ...TAGS)
  const { rungs, master, play } = await ingest(file, { lean: true })
  expect(rungs).toEqual(['v480'])
  expect(master).toMatch(/CODECS="avc1\.[0-9a-f]{6},mp4a\.40\.2"/)
  const { file: played } = await play('v480')
  expect(await streamOf(played, 'width,height,nb_read_packets')).toMatchObject({ width: 640, nb_read_packets: '125' })
})

/** Films that are a rung already, but for one thing. */
const ENCODED: [what: string, args: string[]][] = [
  ['keyframes at other places', [...VERYFAST, '-g', '37', ...TAGS]],
  ['open GOPs', [...VERYFAST, '-g', '50', '-x264-params', 'scenecut=0:open-gop=1:bframes=3:b-adapt=0', ...TAGS]],
  [
    'a bit rate above the rung’s',
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-qp', '1', ...GOPS, ...TAGS],
  ],
  ['unknown colours', [...FAST, ...GOPS]],
]

test.each(isFull ? ENCODED : ENCODED.slice(0, 2))('a film with %s is encoded', async (what, args) => {
  const file = await clip(`${what.replaceAll(/\W/g, '-')}.mp4`, ...args)
  const { play } = await ingest(file)
  const { file: played, segments } = await play('v480')
  expect(segments.map(({ seconds }) => seconds)).toEqual([2, 2, 1])
  expect(await storedFrames(played)).not.toEqual(await storedFrames(file))
})
