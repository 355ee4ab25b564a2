import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IngestNote } from '#contract/ingest.ts'
import {
  addVideo,
  createMediaBench,
  DRAFT,
  FAST,
  makeClip,
  makeVideo,
  type MediaBench,
  NOTHING,
  leftovers,
  testImage,
  textOf,
  tone,
} from '../../../../test/support/media.ts'

let bench: MediaBench
const file = (name: string) => join(bench.folder, name)

beforeAll(async () => {
  bench = await createMediaBench()
})
afterAll(() => bench.close())

/** Ingests a file and returns what became of it. */
async function ingested(path: string, subtitles: { language: string; file: string }[] = []) {
  const jobId = await addVideo(bench, path, { sources: [{ role: 'film', file: path, subtitles }] })
  const outcome = await bench.media.ingest.run(jobId)
  const job = await bench.media.ingest.job(jobId)
  const asset = bench.attached.at(-1)
  return { outcome: job?.error_code ?? outcome, notes: codes(job?.notes), asset: asset!, facts: asset?.facts }
}
const codes = (notes: readonly IngestNote[] = []) =>
  notes.map(({ code }) => code).filter((code) => code !== 'LANGUAGE_UNKNOWN')

/** A film whose second audio track has an unknown sample entry, as an iPhone's spatial sound. */
async function withUnknownSound(name: string) {
  await makeClip(
    file(name),
    ...testImage('160x90', 2),
    ...tone(2),
    ...tone(2, 880),
    '-map',
    '0',
    '-map',
    '1',
    '-map',
    '2',
    ...FAST,
    '-f',
    'mp4',
  )
  const bytes = await readFile(file(name))
  bytes.write('apac', bytes.lastIndexOf('mp4a'), 'latin1')
  bytes.write('xsds', bytes.lastIndexOf('esds'), 'latin1')
  await writeFile(file(name), bytes)
}

test('sound that cannot be decoded is left out and told, as long as other sound remains', async () => {
  await withUnknownSound('spatial.mp4')
  const { outcome, notes, facts } = await ingested(file('spatial.mp4'))
  expect({ outcome, notes }).toEqual({ outcome: 'done', notes: ['TRACK_LEFT_OUT'] })
  expect(facts?.audioLanguages).toHaveLength(1)
})

test('a film whose only sound cannot be decoded is refused, saying its format', async () => {
  await makeClip(file('only.mp4'), ...testImage('160x90', 2), ...tone(2), ...FAST, '-f', 'mp4')
  const bytes = await readFile(file('only.mp4'))
  bytes.write('apac', bytes.lastIndexOf('mp4a'), 'latin1')
  bytes.write('xsds', bytes.lastIndexOf('esds'), 'latin1')
  await writeFile(file('only.mp4'), bytes)
  expect((await ingested(file('only.mp4'))).outcome).toBe('NO_DECODER')
})

test.each([
  ['PNG', ['-c:v', 'png']],
  ['H.264', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p']],
])('the film is published, not the cover in %s before it', async (_, codec) => {
  const film = await makeVideo(bench, { seconds: 2 })
  await makeClip(file('picture.mkv'), ...testImage('300x300', 1), '-frames:v', '1', ...codec, '-f', 'matroska')
  const maps = ['-map', '0', '-map', '1', '-c', 'copy', '-f', 'matroska']
  await makeClip(file('cover.mkv'), '-i', file('picture.mkv'), '-i', film, ...maps)
  const { outcome, facts } = await ingested(file('cover.mkv'))
  expect(outcome).toBe('done')
  expect(facts).toMatchObject({ width: 160, height: 90 })
  expect(facts?.durationMs).toBeGreaterThan(1900)
})

test('sound that outlasts the video a little is told; a video that is a fraction of it is refused', async () => {
  await makeClip(file('long.mp4'), ...testImage('160x90', 4), ...tone(6), ...FAST, '-f', 'mp4')
  expect(await ingested(file('long.mp4'))).toMatchObject({ outcome: 'done', notes: ['SOUND_CUT'] })
  await makeClip(file('short.mp4'), ...testImage('160x90', 1), ...tone(8), ...FAST, '-f', 'mp4')
  expect((await ingested(file('short.mp4'))).outcome).toBe('VIDEO_ENDS_EARLY')
})

test.each([
  ['zh-yue', 'yue'],
  ['zh-CHT', 'zh'],
  ['zh-CHS', 'zh'],
])('the language %s of a Matroska file is read as %s', async (written, language) => {
  await makeClip(
    file('language.mkv'),
    ...testImage('160x90', 2),
    ...tone(2),
    ...FAST,
    '-metadata:s:a:0',
    'language=zzzzzz',
    '-f',
    'matroska',
  )
  const bytes = (await readFile(file('language.mkv'))).toString('latin1').replace('zzzzzz', written.padEnd(6, '\0'))
  await writeFile(file('language.mkv'), bytes, 'latin1')
  const { outcome, facts } = await ingested(file('language.mkv'))
  expect({ outcome, languages: facts?.audioLanguages }).toEqual({ outcome: 'done', languages: [language] })
})

test('the language of sound that names none may be given, also for a file that was prepared without', async () => {
  await makeClip(file('speech.mp4'), ...testImage('160x90', 2), ...tone(2), ...FAST, '-f', 'mp4')
  const prepared = async (audioLanguage?: string) => {
    const source = { role: 'film' as const, file: file('speech.mp4'), audioLanguage }
    const jobId = await addVideo(bench, source.file, { sources: [source], keepPackage: true })
    await bench.media.ingest.run(jobId)
    const notes = (await bench.media.ingest.job(jobId))?.notes ?? []
    return { languages: bench.attached.at(-1)?.facts?.audioLanguages, notes: notes.map(({ code }) => code) }
  }
  expect(await prepared()).toEqual({ languages: ['und'], notes: ['LANGUAGE_UNKNOWN'] })
  expect(await prepared('yue')).toEqual({ languages: ['yue'], notes: [] })
})

test("the names of an MP4's handlers tell Cantonese from Mandarin", async () => {
  const names = ['-metadata:s:a:0', 'handler_name=粵語', '-metadata:s:a:1', 'handler_name=國語']
  const inputs = [...testImage('160x90', 2), ...tone(2), ...tone(2, 880), '-map', '0', '-map', '1', '-map', '2']
  await makeClip(file('handlers.mp4'), ...inputs, ...FAST, ...names, '-f', 'mp4')
  expect((await ingested(file('handlers.mp4'))).facts?.audioLanguages).toEqual(['yue', 'cmn'])
})

test('an embedded track of zh-HK is traditional Chinese, and one without a language is kept as unknown', async () => {
  const film = await makeVideo(bench, { seconds: 2 })
  await writeFile(file('in.srt'), '1\n00:00:00,200 --> 00:00:01,000\n早晨\n')
  const tracks = ['-metadata:s:s:0', 'language=zh-HK', '-f', 'matroska']
  await makeClip(
    file('embedded.mkv'),
    '-i',
    film,
    '-i',
    file('in.srt'),
    '-i',
    file('in.srt'),
    '-map',
    '0',
    '-map',
    '1',
    '-map',
    '2',
    '-c',
    'copy',
    ...tracks,
  )
  expect((await ingested(file('embedded.mkv'))).facts?.subtitleLanguages).toEqual(['zh-Hant', 'und'])
})

test('subtitles in Big5-HKSCS keep every character; one bad byte is told', async () => {
  const film = await makeVideo(bench, { seconds: 2 })
  const cue = iconv.encode('1\n00:00:00,200 --> 00:00:01,000\n佢哋喺嗰度瞓，搭𨋢落嚟啲\n', 'big5hkscs')
  await writeFile(file('hk.srt'), cue)
  const good = await ingested(film, [{ language: 'zh-Hant', file: file('hk.srt') }])
  const vtt = `a/${good.asset.assetId}/sub-zh-Hant/zh-Hant.vtt`
  expect(await textOf(bench.store, vtt)).toContain('佢哋喺嗰度瞓，搭𨋢落嚟啲')
  await writeFile(
    file('bad.srt'),
    Buffer.concat([cue, Buffer.from('\n2\n00:00:01,200 --> 00:00:02,000\n'), Buffer.from([0xff, 10])]),
  )
  expect(await ingested(film, [{ language: 'zh-Hant', file: file('bad.srt') }])).toMatchObject({
    outcome: 'done',
    notes: ['SUBTITLE_CHARACTERS'],
  })
  await writeFile(file('lost.srt'), Buffer.concat([cue, Buffer.from('\n2\n00:00:03,000 --> 00:00:02,000\nlost\n')]))
  expect(await ingested(film, [{ language: 'zh-Hant', file: file('lost.srt') }])).toMatchObject({
    outcome: 'done',
    notes: ['SUBTITLE_CUES'],
  })
})

test('a subtitle file that cannot be read is refused before there is a job', async () => {
  const film = await makeVideo(bench, { seconds: 2 })
  await writeFile(file('none.srt'), '{1}{25}MicroDVD')
  const subtitles = [{ language: 'en', file: file('none.srt') }]
  const before = await leftovers(bench)
  const adding = bench.media.ingest.add({
    title: { draft: DRAFT },
    sources: [{ role: 'film', file: film, subtitles }],
    hasPreview: true,
  })
  await expect(adding).rejects.toMatchObject({ code: 'BAD_SUBTITLE', params: { file: 'none.srt' } })
  expect(await leftovers(bench)).toEqual(before)
})

test('a fault of the code ends a job with a sentence instead of being retried', async () => {
  const broken = await createMediaBench(({ transcoder }) => ({
    transcoder: {
      ...transcoder,
      probe: async () => {
        throw new RangeError('Incorrect locale information provided')
      },
    },
  }))
  const jobId = await addVideo(broken, await makeVideo(broken, { seconds: 1 }))
  expect(await broken.media.ingest.run(jobId)).toBe('failed')
  expect(await broken.media.ingest.job(jobId)).toMatchObject({
    state: 'failed',
    error_code: 'UNEXPECTED',
    error_params: { detail: 'Incorrect locale information provided' },
  })
  expect(await leftovers(broken)).toEqual(NOTHING)
  await broken.close()
})

test('a header that claims 50 GB is told, since the file is complete', async () => {
  const film = await makeVideo(bench, { seconds: 2 })
  await makeClip(file('large.mkv'), '-i', film, '-c', 'copy', '-f', 'matroska')
  const bytes = await readFile(file('large.mkv'))
  Buffer.from('0100000ba43b7400', 'hex').copy(bytes, bytes.indexOf(Buffer.from('18538067', 'hex')) + 4)
  await writeFile(file('large.mkv'), bytes)
  expect(await ingested(file('large.mkv'))).toMatchObject({ outcome: 'done', notes: ['HEADER_SIZE'] })
})
