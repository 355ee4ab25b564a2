import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFfmpeg } from '#server/adapters/ffmpeg/ffmpeg-transcoder.ts'
import {
  bytesOf,
  createMediaBench,
  DRAFT,
  FAST,
  filesIn,
  makeClip,
  type MediaBench,
  testImage,
  playTrack,
  readPlaylist,
  streamOf,
  textOf,
  tone,
} from '../../../../test/support/media.ts'
import { isFull } from '../../../../test/support/full.ts'
import { ENCODERS, runEncoder } from '../../../../test/support/programs.ts'
import { codecOf } from './mp4.rules.ts'

/** The packaged encoder; with `npm run test:full` also the system's. */
const wanted = Object.entries(ENCODERS).filter(([whose]) => isFull || whose === 'npm')
const [missing, present] = [true, false].map((isMissing) =>
  wanted.flatMap(([whose, encoder]) => (encoder.isMissing === isMissing ? [whose] : [])),
)

// oxlint-disable-next-line vitest/expect-expect -- it is reported as skipped
test.for(missing!)('a six-second video through the ffmpeg of %s', (_, { skip }) =>
  skip('there is no ffmpeg and ffprobe on the search path'),
)

describe.each(present!)('a six-second video through the ffmpeg of %s', (whose) => {
  let bench: MediaBench
  let assetId: string
  let key: Buffer
  const base = () => `a/${assetId}`

  beforeAll(async () => {
    const transcoder = createFfmpeg(await ENCODERS[whose]!.binaries())
    bench = await createMediaBench(() => ({ transcoder }))
    const sourceFile = await makeClip(
      join(bench.folder, `It's "海港" 100% film: 1.mp4`),
      ...testImage('854x480', 6, '30000/1001'),
      ...tone(6),
      ...tone(6, 880),
      '-map',
      '0',
      '-map',
      '1',
      '-map',
      '2',
      ...FAST,
      '-g',
      '37',
      '-c:a:0',
      'eac3',
      '-ac:a:0',
      '6',
      '-c:a:1',
      'aac',
      '-ac:a:1',
      '1',
      '-metadata:s:a:0',
      'language=yue',
      '-metadata:s:a:1',
      'language=eng',
    )
    const jobId = await bench.media.ingest.add({
      title: { draft: DRAFT },
      sources: [{ role: 'film', file: sourceFile }],
      hasPreview: true,
    })
    expect([await bench.media.ingest.run(jobId), (await bench.media.ingest.job(jobId))?.error_params]).toEqual([
      'done',
      null,
    ])
    assetId = bench.attached[0]!.assetId
    key = (await bench.media.contentKey(assetId))!
  })
  afterAll(() => bench.close())

  test('the title receives the measured facts', () => {
    expect(bench.titles).toEqual([DRAFT])
    expect(bench.attached).toMatchObject([
      {
        programGuid: 'p1',
        role: 'film',
        facts: {
          width: 854,
          height: 480,
          maxResolution: 'SD',
          audio: { dolbyAtmos: false, dolbyDigital: false, dolbyDigitalPlus: true, stereoAac51: true },
          audioLanguages: ['yue', 'en'],
          subtitleLanguages: [],
        },
      },
    ])
    expect(bench.attached[0]!.facts.durationMs).toBeGreaterThan(5950)
    expect(bench.attached[0]!.facts.durationMs).toBeLessThan(6050)
  })

  test('every rung decrypts to a complete stream on the common clock', async () => {
    for (const rung of ['v480', 'v360']) {
      const { file, segments } = await playTrack(bench, `${base()}/${rung}`, key)
      expect(segments.map((segment) => segment.seconds)).toEqual([2.002, 2.002, expect.closeTo(2, 1)])
      const { nb_read_packets, ...stream } = await streamOf(
        file,
        'width,height,r_frame_rate,pix_fmt,color_space,nb_read_packets',
      )
      expect(stream).toMatchObject({ r_frame_rate: '30000/1001', pix_fmt: 'yuv420p', color_space: 'bt709' })
      expect(Number(nb_read_packets)).toBe(180)
      await runEncoder('ffmpeg', ['-v', 'error', '-xerror', '-i', file, '-f', 'null', '-'])
    }
  })

  test('every segment starts with a keyframe, at the same time in every rung', async () => {
    const starts = []
    for (const rung of ['v480', 'v360']) {
      const { file } = await playTrack(bench, `${base()}/${rung}`, key)
      const { stdout } = await runEncoder('ffprobe', [
        '-v',
        'error',
        '-show_entries',
        'packet=pts,flags',
        '-of',
        'csv=p=0',
        file,
      ])
      const keyframes = stdout
        .split('\n')
        .filter((line) => line.includes('K'))
        .map((line) => Number(line.split(',')[0]))
      starts.push(keyframes.map((pts) => pts - keyframes[0]!))
    }
    expect(starts).toEqual([
      [0, 60_060, 120_120],
      [0, 60_060, 120_120],
    ])
  })

  test('audio is segmented at the video’s times without drift and has the target loudness', async () => {
    for (const track of ['audio-0', 'audio-1', 'audio-2', 'audio-3']) {
      const { file, segments } = await playTrack(bench, `${base()}/${track}`, key)
      expect(segments.length).toBeGreaterThan(2)
      let end = 0
      for (const [at, { seconds }] of segments.slice(0, -1).entries()) {
        end += seconds
        expect(Math.abs(end - (at + 1) * 2.002)).toBeLessThan(0.04)
      }
      await runEncoder('ffmpeg', ['-v', 'error', '-xerror', '-i', file, '-f', 'null', '-'])
    }
    const { file } = await playTrack(bench, `${base()}/audio-0`, key)
    const { stderr } = await runEncoder('ffmpeg', [
      '-hide_banner',
      '-nostats',
      '-i',
      file,
      '-af',
      'ebur128=framelog=verbose',
      '-f',
      'null',
      '-',
    ])
    expect(Number(/I:\s+(-[\d.]+) LUFS/.exec(stderr)?.[1])).toBeCloseTo(-16, 0)
  })

  test('the multivariant playlist states codecs, sizes and peak bit rates that no segment exceeds', async () => {
    const master = await textOf(bench.store, `${base()}/master.m3u8`)
    const variants = [...master.matchAll(/#EXT-X-STREAM-INF:(.*)\n(\S+)/g)].map(([, attributes, uri]) => ({
      attributes: attributes!,
      uri: uri!,
    }))
    expect(variants).toHaveLength(6)
    for (const { attributes, uri } of variants) {
      const folder = `${base()}/${uri.split('/')[0]}`
      const codec = codecOf(await bytesOf(bench.store, `${folder}/init.mp4`))
      expect(attributes).toContain(codec)
      const bandwidth = Number(/BANDWIDTH=(\d+)/.exec(attributes)?.[1])
      for (const { uri: segment, seconds } of readPlaylist(await textOf(bench.store, `${base()}/${uri}`))) {
        const { size } = (await bench.store.stat(`${folder}/${segment}`))!
        expect((size * 8) / seconds).toBeLessThanOrEqual(bandwidth)
      }
    }
    expect(master).toContain('LANGUAGE="yue"')
    expect(master).toContain('CHANNELS="6"')
    expect(master).toMatch(/CODECS="avc1\.[0-9a-f]{6},mp4a\.40\.2"/)
    expect(master).toMatch(/CODECS="avc1\.[0-9a-f]{6},ec-3,mp4a\.40\.2"/)
  })

  test('no two segments share an IV, and the key is not in the store', async () => {
    const sequences: number[] = []
    for await (const stored of bench.store.list(`${base()}/`)) {
      const bytes = await bytesOf(bench.store, stored)
      expect(bytes.includes(key)).toBe(false)
      expect(bytes.toString('latin1')).not.toContain(key.toString('hex'))
      if (stored.endsWith('index.m3u8'))
        sequences.push(...readPlaylist(bytes.toString()).map((segment) => segment.sequence))
    }
    expect(sequences.length).toBeGreaterThan(15)
    expect(new Set(sequences).size).toBe(sequences.length)
  })

  test('the preview is muted, small and progressive', async () => {
    const { previewKey } = bench.attached[0]!.facts
    expect(previewKey).toMatch(new RegExp(`^p/${assetId}/[0-9a-f]{24}\\.mp4$`))
    const bytes = await bytesOf(bench.store, previewKey!)
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    expect(bytes.includes('soun')).toBe(false)
    expect(bytes.length).toBeLessThan(800_000)
    expect(await streamOf(bench.store.localPath(previewKey!)!, 'width,height,codec_name')).toMatchObject({
      height: 480,
      codec_name: 'h264',
    })
  })

  test('storyboard and frames are valid images', async () => {
    expect(await textOf(bench.store, `${base()}/storyboard/storyboard.vtt`)).toContain('0.jpg#xywh=320,0,160,90')
    expect(await streamOf(bench.store.localPath(`${base()}/storyboard/0.jpg`)!, 'width,height')).toMatchObject({
      width: 480,
      height: 90,
    })
    const { frameKeys } = bench.attached[0]!.facts
    expect(frameKeys).toHaveLength(3)
    expect(await streamOf(bench.store.localPath(frameKeys[0]!)!, 'width,height')).toMatchObject({
      width: 854,
      height: 480,
    })
  })

  test('the work folder is empty afterwards', async () => {
    expect(await filesIn(join(bench.folder, 'work'))).toEqual([])
  })
})
