import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { isFull } from '../../../../test/support/full.ts'
import { createMedia } from './index.ts'
import {
  addVideo,
  createMediaBench,
  DRAFT,
  ingestOutcome,
  FAST,
  makeClip,
  makeVideo,
  type MediaBench,
  playTrack,
  streamOf,
  testImage,
  textOf,
  tone,
} from '../../../../test/support/media.ts'

let bench: MediaBench
const file = (name: string) => join(bench.folder, name)

beforeAll(async () => {
  bench = await createMediaBench()
  await makeVideo(bench, { name: 'good.mp4' })
})
afterAll(() => bench.close())

const smallClip = (size = '160x90', rate = '25') => [...testImage(size, 2, rate), ...tone(2), ...FAST]

test('a video of one frame uses that frame for every image', async () => {
  const path = await makeClip(file('one.mp4'), ...testImage('160x90', 1), '-frames:v', '1', ...FAST)
  expect(await ingestOutcome(bench, path)).toBe('done')
  const { assetId, facts } = bench.attached.at(-1)!
  expect(facts.frameKeys.length).toBeGreaterThan(0)
  for (const key of facts.frameKeys) expect(await bench.store.stat(key)).not.toBeNull()
  expect(await textOf(bench.store, `a/${assetId}/master.m3u8`)).toContain('v360')
  expect(await bench.media.ingest.unfinished()).toEqual([])
})

test('a video without an extractable frame is refused as too short', async () => {
  const path = await makeClip(file('none.mp4'), ...testImage('160x90', 1), '-frames:v', '1', ...FAST)
  const withoutFrames = createMedia({
    ...bench.deps,
    transcoder: { ...bench.deps.transcoder, frames: async () => undefined },
  })
  const jobId = await addVideo({ ...bench, media: withoutFrames }, path)
  expect(await withoutFrames.ingest.run(jobId)).toBe('failed')
  expect(await withoutFrames.ingest.job(jobId)).toMatchObject({
    error_code: 'TOO_SHORT',
    error_params: { file: 'none.mp4' },
  })
})

test('refuses an episode whose end position is past the end of the video before encoding', async () => {
  const path = await makeClip(file('short.mp4'), ...smallClip())
  const draft = { ...DRAFT, classify: 'drama' as const, endPosition: 90 }
  const jobId = await addVideo(bench, path, { title: { draft } })
  expect(await bench.media.ingest.run(jobId)).toBe('failed')
  expect(await bench.media.ingest.job(jobId)).toMatchObject({
    step: 'check',
    error_code: 'POSITION_PAST_END',
    error_params: { file: 'short.mp4', found: 90 },
  })
})

test('a title that can no longer be created fails its job', async () => {
  const titles = {
    ...bench.deps.titles,
    createTitle: () => Promise.reject(new AppError('NOT_FOUND')),
  }
  const media = createMedia({ ...bench.deps, titles })
  const path = await makeClip(file('orphan.mp4'), ...testImage('160x90', 1), '-frames:v', '1', ...FAST)
  const jobId = await addVideo({ ...bench, media }, path)
  expect(await media.ingest.run(jobId)).toBe('failed')
  expect(await media.ingest.job(jobId)).toMatchObject({ error_code: 'TITLE_REFUSED' })
})

test('applies the rotation of portrait video', async () => {
  const landscape = await makeClip(file('lying.mp4'), ...smallClip('160x90'))
  const bytes = await readFile(landscape)
  // The matrix of the track header (ISO 14496-12 8.3.2), since every release of ffmpeg has an option of its own for it.
  const matrix = [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000]
  for (const [at, value] of matrix.entries()) bytes.writeInt32BE(value, bytes.indexOf('tkhd') + 44 + at * 4)
  const path = file('upright.mp4')
  await writeFile(path, bytes)
  expect(await ingestOutcome(bench, path)).toBe('done')
  expect(bench.attached.at(-1)!.facts).toMatchObject({ width: 90, height: 160 })
})

test('converts embedded and external subtitles to WebVTT, Chinese first', async () => {
  await writeFile(file('en.srt'), '1\n00:00:00,500 --> 00:00:01,500\nHello <there>\n')
  await writeFile(
    file('zh.srt'),
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('1\n00:00:00,500 --> 00:00:01,500\n你好\n', 'utf16le')]),
  )
  const path = await makeClip(
    file('text.mkv'),
    '-i',
    file('good.mp4'),
    '-i',
    file('en.srt'),
    '-map',
    '0',
    '-map',
    '1',
    '-c',
    'copy',
    '-c:s',
    'srt',
    '-metadata:s:s:0',
    'language=eng',
  )
  const jobId = await addVideo(bench, path, {
    sources: [{ role: 'film', file: path, subtitles: [{ language: 'zh', file: file('zh.srt') }] }],
    hasPreview: false,
  })
  expect(await bench.media.ingest.run(jobId)).toBe('done')
  const { assetId, facts } = bench.attached.at(-1)!
  expect(facts).toMatchObject({ subtitleLanguages: ['zh-Hant', 'en'], previewKey: null })
  expect(await readFile(bench.store.localPath(`a/${assetId}/sub-zh-Hant/zh-Hant.vtt`)!, 'utf8')).toContain('你好')
  expect(await readFile(bench.store.localPath(`a/${assetId}/sub-en/en.vtt`)!, 'utf8')).toContain('Hello')
  expect(await Array.fromAsync(bench.store.list(`p/${assetId}/`))).toEqual([])
})

/** The published rendition of the last film, decrypted. */
async function playedTrack(track: string): Promise<string> {
  const { assetId } = bench.attached.at(-1)!
  return (await playTrack(bench, `a/${assetId}/${track}`, (await bench.media.contentKey(assetId))!)).file
}

const TS = ['-f', 'mpegts']
const toned = (layout: string, rate = 48_000) => [
  '-f',
  'lavfi',
  '-i',
  `aevalsrc=exprs=0.2*sin(880*t):s=${rate}:d=2,aformat=channel_layouts=${layout}`,
]

type Reported = {
  what: string
  make: (path: string) => Promise<unknown>
  frames?: number
  seconds?: number
  sound?: string[]
}

/** Public reports of other systems, by their kind: the film plays at its speed, in its length, with its sound. */
const REPORTED: Reported[] = [
  {
    what: 'two mono tracks with a place each (immich 29269)',
    make: (path) =>
      makeClip(
        path,
        ...testImage('160x90', 2),
        ...toned('FL'),
        ...toned('FR'),
        '-map',
        '0',
        '-map',
        '1',
        '-map',
        '2',
        ...FAST,
        '-c:a',
        'pcm_s16le',
        '-f',
        'mov',
      ),
    frames: 50,
    sound: ['2', '2'],
  },
  {
    what: 'the uneven clock of a phone (immich 29848)',
    make: (path) =>
      makeClip(
        path,
        ...testImage('160x90', 2, '30'),
        '-vf',
        "settb=1/90000,setpts='N*3003+floor(random(1)*900)'",
        '-vsync',
        'passthrough',
        '-enc_time_base',
        '1/90000',
        ...FAST,
        '-video_track_timescale',
        '90000',
        '-f',
        'mp4',
      ),
    frames: 60,
  },
  {
    what: 'slow motion: 120 frames a second, then 30 (immich 10582)',
    make: (path) =>
      makeClip(
        path,
        ...testImage('160x90', 2, '120'),
        '-vf',
        "select='lt(n,60)+not(mod(n,4))'",
        '-vsync',
        'passthrough',
        ...FAST,
        '-f',
        'mp4',
      ),
  },
  {
    what: 'a timecode track beside the picture (immich 28646)',
    make: (path) => makeClip(path, ...smallClip(), '-timecode', '01:00:00:00', '-f', 'mov'),
    frames: 50,
    sound: ['2'],
  },
  {
    what: 'fields of a broadcast, whose rate is told twice (jellyfin 5230)',
    make: (path) =>
      makeClip(
        path,
        ...testImage('160x96', 2, '50'),
        ...tone(2),
        '-vf',
        'tinterlace=interleave_top,setfield=tff',
        ...FAST,
        '-flags',
        '+ildct+ilme',
        '-x264-params',
        'tff=1',
        '-c:a',
        'mp2',
        ...TS,
      ),
    frames: 50,
    sound: ['2'],
  },
  {
    what: 'a clock that starts again at zero after 26.5 hours (MythTV 548)',
    make: (path) => makeClip(path, ...testImage('160x90', 8), ...tone(8), ...FAST, '-output_ts_offset', '95438', ...TS),
    frames: 200,
    seconds: 8,
    sound: ['2'],
  },
  {
    what: 'a camera of 2009: full-range MJPEG, 8-bit sound at 11 kHz (Emby 3524)',
    make: (path) =>
      makeClip(
        path,
        ...testImage('320x240', 2, '30'),
        ...toned('mono', 11_025),
        '-c:v',
        'mjpeg',
        '-pix_fmt',
        'yuvj422p',
        '-c:a',
        'pcm_u8',
        '-f',
        'avi',
      ),
    frames: 60,
    sound: ['2'],
  },
  {
    what: 'sound of 5.0, 6.1, 7.1 and four channels at 96 kHz (Emby 1101)',
    make: (path) =>
      makeClip(
        path,
        ...testImage('160x90', 2),
        ...['5.0', '6.1', '7.1', 'quad'].flatMap((layout) => toned(layout, 96_000)),
        ...['0', '1', '2', '3', '4'].flatMap((input) => ['-map', input]),
        ...FAST,
        '-c:a',
        'flac',
        '-f',
        'matroska',
      ),
    frames: 50,
    sound: ['2', '2', '6', '2', '6', '2'],
  },
  {
    what: 'a broadcast whose sound becomes 5.1 in its midst (PeerTube 7059)',
    async make(path) {
      const part = (channels: string, offset: string) => [
        ...smallClip(),
        '-ac',
        channels,
        '-c:a',
        'ac3',
        '-output_ts_offset',
        offset,
        ...TS,
      ]
      await makeClip(file('part-1.ts'), ...part('2', '10'))
      await makeClip(file('part-2.ts'), ...part('6', '12'))
      await writeFile(path, Buffer.concat([await readFile(file('part-1.ts')), await readFile(file('part-2.ts'))]))
    },
    frames: 100,
    seconds: 4,
  },
  {
    what: 'a cut without encoding, which begins before its first picture (jellyfin 18049)',
    async make(path) {
      await makeClip(
        file('long.mp4'),
        ...testImage('160x90', 6),
        ...tone(6),
        ...FAST,
        '-bf',
        '2',
        '-g',
        '50',
        '-f',
        'mp4',
      )
      await makeClip(path, '-ss', '2.6', '-i', file('long.mp4'), '-c', 'copy', '-f', 'mp4')
    },
    frames: 85,
    seconds: 3.4,
    sound: ['2'],
  },
]

test.each(REPORTED.filter((_, n) => isFull || n % 3 === 0))(
  '$what: plays as it is',
  async ({ make, frames, seconds = 2, sound }) => {
    const path = file('reported.bin')
    await make(path)
    expect(await ingestOutcome(bench, path)).toBe('done')
    const { assetId, facts } = bench.attached.at(-1)!
    expect(Math.abs(facts.durationMs / 1000 - seconds)).toBeLessThan(0.1)
    const played = await streamOf(await playedTrack('v360'), 'nb_read_packets,field_order')
    if (frames !== undefined) expect(Math.abs(Number(played.nb_read_packets) - frames)).toBeLessThan(2)
    expect(played.field_order ?? 'progressive').toBe('progressive')
    const names = (await Array.fromAsync(bench.store.list(`a/${assetId}/`))).map((key) => key.split('/')[2]!)
    const tracks = [...new Set(names)].filter((name) => name.startsWith('audio-')).toSorted()
    const channels = []
    for (const track of tracks) channels.push(String((await streamOf(await playedTrack(track), 'channels')).channels))
    if (sound) expect(channels).toEqual(sound)
    else expect(channels[0] ?? '2').toBe('2')
  },
)

test('colours of a reserved number are taken, or refused with the command that corrects them (immich 31715)', async () => {
  const metadata = (value: number) => ['-bsf:v', `h264_metadata=matrix_coefficients=${value}`, '-f', 'mp4']
  const path = await makeClip(file('reserved.mp4'), ...smallClip(), ...metadata(3))
  expect(['done', 'RESERVED_COLOURS']).toContain(await ingestOutcome(bench, path))
  const corrected = await makeClip(file('corrected.mp4'), '-i', path, '-c', 'copy', ...metadata(1))
  expect(await ingestOutcome(bench, corrected)).toBe('done')
})
