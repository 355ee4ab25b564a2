import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, open, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { IngestErrorCode } from '#contract/ingest.ts'
import {
  createMediaBench,
  ingestOutcome,
  FAST,
  leftovers,
  makeClip,
  makeVideo,
  type MediaBench,
  NOTHING,
  testImage,
  tone,
} from '../../../../test/support/media.ts'

let bench: MediaBench
const file = (name: string) => join(bench.folder, name)

beforeAll(async () => {
  bench = await createMediaBench()
  await makeVideo(bench, { name: 'good.mp4' })
})
afterEach(() => rm(file('bad.mp4'), { recursive: true, force: true }))
afterAll(() => bench.close())

async function patch(path: string, at: number, bytes: Buffer): Promise<void> {
  const opened = await open(path, 'r+')
  await opened.write(bytes, 0, bytes.length, at)
  await opened.close()
}

/** A video whose second half comes hours after its first. */
const withGap = (hours: number) => [
  ...testImage('160x90', 4),
  '-vf',
  `setpts='if(gt(N,50),PTS+${hours}*3600/TB,PTS)'`,
  '-vsync',
  'passthrough',
]

/** The good video with other samples. */
async function withSamples(path: string, make: (size: number) => Buffer): Promise<void> {
  await copyFile(file('good.mp4'), path)
  const bytes = await readFile(path)
  const at = bytes.indexOf('mdat')
  await patch(path, at + 4, make(bytes.readUInt32BE(at - 4) - 8))
}

/** Identifier of a Matroska segment, and a size of 50 GB as it writes one. */
const SEGMENT = Buffer.from('18538067', 'hex')
const GB_50 = Buffer.from('0100000ba43b7400', 'hex')

type Bad = { what: string; code: IngestErrorCode; make: (path: string) => Promise<unknown> }

const BAD: Bad[] = [
  { what: 'text', code: 'NOT_A_VIDEO', make: (path) => writeFile(path, 'This is not a video.\n'.repeat(500)) },
  {
    what: 'random bytes',
    code: 'NOT_A_VIDEO',
    make: (path) => writeFile(path, Buffer.from(Array.from({ length: 50_000 }, (_, at) => (at * 7919) % 251))),
  },
  {
    what: 'a PNG',
    code: 'NOT_A_VIDEO',
    make: (path) => makeClip(path, ...testImage('64x64', 1), '-frames:v', '1', '-c:v', 'png', '-f', 'image2'),
  },
  {
    what: 'two recordings joined, of which the second starts again at zero',
    code: 'TIMES_RETURN',
    async make(path) {
      await makeClip(path, ...testImage('160x90', 4), ...FAST, '-g', '25', '-f', 'mpegts')
      const recording = await readFile(path)
      await writeFile(path, Buffer.concat([recording, recording]))
    },
  },
  { what: 'nothing', code: 'EMPTY_FILE', make: (path) => writeFile(path, '') },
  { what: 'a sound', code: 'NO_VIDEO', make: (path) => makeClip(path, ...tone(2), '-f', 'mp4') },
  { what: 'an MP3', code: 'NO_VIDEO', make: (path) => makeClip(path, ...tone(2), '-f', 'mp3') },
  {
    what: 'an audio file with a cover image',
    code: 'COVER_ONLY',
    make: (path) =>
      makeClip(
        path,
        ...testImage('64x64', 1),
        ...tone(2),
        '-map',
        '1',
        '-map',
        '0',
        '-frames:v',
        '1',
        '-c:v',
        'mjpeg',
        '-pix_fmt',
        'yuvj420p',
        '-disposition:v',
        'attached_pic',
        '-f',
        'mp4',
      ),
  },
  {
    what: 'an HLS playlist',
    code: 'POINTS_ELSEWHERE',
    make: (path) =>
      writeFile(path, `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n${file('good.mp4')}\n#EXT-X-ENDLIST\n`),
  },
  {
    what: 'a concat list',
    code: 'POINTS_ELSEWHERE',
    make: (path) => writeFile(path, `ffconcat version 1.0\nfile '${file('good.mp4')}'\n`),
  },
  {
    what: 'a truncated MP4',
    code: 'TRUNCATED',
    make: async (path) =>
      copyFile(file('good.mp4'), path).then(async () => truncate(path, Math.round((await stat(path)).size / 2))),
  },
  {
    what: 'a truncated MP4 with its moov first',
    code: 'TRUNCATED',
    make: async (path) => {
      await makeClip(path, '-i', file('good.mp4'), '-c', 'copy', '-movflags', '+faststart', '-f', 'mp4')
      await truncate(path, Math.round((await stat(path)).size / 2))
    },
  },
  {
    what: 'a truncated Matroska file',
    code: 'TRUNCATED',
    make: async (path) => {
      await makeClip(path, '-i', file('good.mp4'), '-c', 'copy', '-f', 'matroska')
      await truncate(path, Math.round((await stat(path)).size / 2))
    },
  },
  {
    what: 'a header that claims 50 GB',
    code: 'TRUNCATED',
    make: async (path) => {
      await copyFile(file('good.mp4'), path)
      const bytes = await readFile(path)
      const at = bytes.indexOf('free') - 4
      const large = Buffer.alloc(16)
      large.writeUInt32BE(1, 0)
      large.write('mdat', 4, 'latin1')
      large.writeBigUInt64BE(50_000_000_000n, 8)
      await patch(path, at, large)
    },
  },
  {
    what: 'a gap of four hours in the timestamps',
    code: 'BAD_TIMESTAMPS',
    make: (path) => makeClip(path, ...withGap(4), ...FAST, '-f', 'mp4'),
  },
  {
    what: 'a gap of 400 hours in the timestamps',
    code: 'TOO_LONG',
    make: (path) => makeClip(path, ...withGap(400), ...FAST, '-f', 'matroska'),
  },
  {
    what: 'samples of random bytes',
    code: 'DAMAGED',
    make: (path) => withSamples(path, (size) => randomBytes(size)),
  },
  { what: 'samples of zeros', code: 'DAMAGED', make: (path) => withSamples(path, (size) => Buffer.alloc(size)) },
  {
    what: 'a sample table of billions',
    code: 'TRUNCATED',
    make: async (path) => {
      await copyFile(file('good.mp4'), path)
      const count = Buffer.alloc(4)
      count.writeUInt32BE(0x7ffffff0)
      await patch(path, (await readFile(path)).indexOf('stts') + 12, count)
    },
  },
  {
    what: 'a recording without duration that claims 50 GB',
    code: 'TRUNCATED',
    make: async (path) => {
      await makeClip(path, '-i', file('good.mp4'), '-c', 'copy', '-live', '1', '-f', 'matroska')
      await patch(path, (await readFile(path)).indexOf(SEGMENT) + 4, GB_50)
    },
  },
  {
    what: 'more than 8K',
    code: 'TOO_BIG_PICTURE',
    make: (path) => makeClip(path, ...testImage('8320x64', 1, '2'), '-frames:v', '2', ...FAST, '-f', 'mp4'),
  },
  { what: 'a folder', code: 'NOT_A_FILE', make: (path) => mkdir(path) },
  { what: 'a pipe', code: 'NOT_A_FILE', make: async (path) => execFileSync('mkfifo', [path]) },
  { what: 'a device', code: 'NOT_A_FILE', make: (path) => symlink('/dev/zero', path) },
  { what: 'a missing file', code: 'UNREADABLE', make: async () => undefined },
]

test.each(BAD)('$what is refused with $code and leaves no data', async ({ code, make }) => {
  const path = file('bad.mp4')
  await make(path)
  expect(await ingestOutcome(bench, path)).toBe(code)
  expect(await leftovers(bench)).toEqual(NOTHING)
  expect(bench.titles).toEqual([])
})
