import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
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
