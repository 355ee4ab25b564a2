import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/kit/db.ts'
import { isFull } from '../../../../test/support/full.ts'
import { createOperatorsWorld, type OperatorsWorld, type TestOperator } from '../../../../test/support/operators.ts'
import {
  bytesOf,
  FAST,
  makeClip,
  type MediaBench,
  playTrack,
  readPlaylist,
  streamOf,
  testImage,
  textOf,
  tone,
} from '../../../../test/support/media.ts'
import { until } from '../../../../test/support/processes.ts'
import { aFilm, anUpload } from '../../../../test/support/uploaded.ts'
import { findAsset } from './media.repo.ts'
import type { NewTrackChange } from './uploaded-ingests.service.ts'

const FILM_SECONDS = 6
const WORKER = join(import.meta.dirname, '../../../../test/support/ingest-worker.ts')
const SRT = '1\n00:00:00,000 --> 00:00:02,000\n船開了 & 慢行\n'
const YUE = { language: 'yue', name: null, isDefault: false }

let world: OperatorsWorld
let operator: TestOperator
let film: string

beforeAll(async () => {
  world = await createOperatorsWorld({ mediaDeps: { masterKey: Buffer.alloc(32, 7) } })
  operator = await world.anOperator('catalogue')
  const picture = testImage('320x180', FILM_SECONDS)
  film = await makeClip(join(world.folder, 'film.mp4'), ...picture, ...tone(FILM_SECONDS), ...FAST, '-c:a', 'aac')
})
afterAll(() => world.close())

const store = () => world.mediaDeps.store
const run = (jobId: string) => world.media.ingest.run(jobId)
const job = async (jobId: string) => (await world.media.ingest.job(jobId))!

async function playedBy(programGuid: string): Promise<string> {
  const { rows } = await world.pool.query('select asset_id from title_asset where program_guid = $1', [programGuid])
  return rows[0].asset_id as string
}

/** A film that plays, of its own key. */
async function aPlayingFilm() {
  const programGuid = await aFilm(world)
  const uploadId = await anUpload(world, operator, { content: await readFile(film) })
  const jobId = await inTransaction(world.db, (tx) =>
    world.media.uploadedIngests.start(tx, {
      title: { programId: programGuid, programGuid },
      hasPreview: true,
      sources: [{ uploadId, role: 'film', subtitles: [] }],
      operatorId: operator.operatorId,
    }),
  )
  expect(await run(jobId)).toBe('done')
  return { programGuid, assetId: await playedBy(programGuid) }
}

async function sound(name: string, ...args: string[]): Promise<{ uploadId: string; kind: 'audio' }> {
  const file = await makeClip(join(world.folder, name), ...args)
  return {
    uploadId: await anUpload(world, operator, { name, role: 'audio', content: await readFile(file) }),
    kind: 'audio',
  }
}

async function subtitle(content: string | Buffer, name = 'film.srt'): Promise<{ uploadId: string; kind: 'subtitle' }> {
  return { uploadId: await anUpload(world, operator, { name, role: 'subtitle', content }), kind: 'subtitle' }
}

const change = (asked: Partial<NewTrackChange> & { assetId: string }) =>
  inTransaction(world.db, (tx) =>
    world.media.uploadedIngests.changeTracks(tx, {
      add: [],
      remove: [],
      labels: [],
      operatorId: operator.operatorId,
      ...asked,
    }),
  )

async function changed(programGuid: string, asked: Partial<NewTrackChange> = {}): Promise<string> {
  const { jobId } = await change({ assetId: await playedBy(programGuid), ...asked })
  expect([await run(jobId), (await job(jobId)).error_params]).toEqual(['done', null])
  return playedBy(programGuid)
}

const listed = async (assetId: string) => (await world.media.uploadedIngests.listTracks(assetId)).tracks
const bench = () => ({ store: store(), folder: world.folder }) as MediaBench
const keyOf = async (assetId: string) => (await world.media.contentKey(assetId))!

/** Decodes a whole track, as a player does. @returns its packets */
async function packetsOf(assetId: string, track: string): Promise<number> {
  const { file } = await playTrack(bench(), `a/${assetId}/${track}`, await keyOf(assetId))
  return Number((await streamOf(file, 'nb_read_packets')).nb_read_packets)
}

const inode = async (key: string) => (await stat(store().localPath(key)!)).ino

test('audio and a subtitle are added to a film without encoding its picture; both editions play, and the former one can return', async () => {
  const { programGuid, assetId } = await aPlayingFilm()
  const add = [
    {
      ...(await sound('國語.mka', ...tone(FILM_SECONDS, 880), '-ac', '6', '-c:a', 'ac3')),
      language: 'zh-cmn',
      name: '國語配音',
      isDefault: true,
    },
    { ...(await subtitle(SRT)), language: 'zh-HK', name: null, isDefault: false },
  ]
  const edition = await changed(programGuid, { add })
  expect(edition).not.toBe(assetId)
  expect(await listed(edition)).toMatchObject([
    { trackId: 'audio-0', language: 'und', name: null, isDefault: false, channels: 2 },
    { kind: 'audio', language: 'cmn', name: '國語配音', isDefault: true, channels: 6 },
    { trackId: 'sub-zh-Hant', kind: 'subtitle', language: 'zh-Hant', name: null, isDefault: true },
  ])
  const master = await textOf(store(), `a/${edition}/master.m3u8`)
  expect(master.match(/TYPE=AUDIO/g)).toHaveLength(6)
  expect(master).toContain('NAME="國語配音",LANGUAGE="cmn",DEFAULT=YES')
  expect(master).toContain('CHANNELS="6"')
  const { pool } = world
  const { rows } = await pool.query('select facts from asset where asset_id = $1', [edition])
  expect(rows[0].facts).toMatchObject({
    audio: { dolbyDigital: true, stereoAac51: true },
    audioLanguages: ['und', 'cmn'],
    subtitleLanguages: ['zh-Hant'],
  })
  // The picture is the same file, not another copy of it.
  const rung = /^(v\d+)\/index\.m3u8$/m.exec(master)![1]!
  expect(await inode(`a/${edition}/${rung}/00001.m4s`)).toBe(await inode(`a/${assetId}/${rung}/00001.m4s`))
  const added = [...new Set([...master.matchAll(/URI="(audio-\d+)\//g)].map(([, name]) => name!))]
  for (const one of [assetId, edition]) expect(await packetsOf(one, rung)).toBe(FILM_SECONDS * 25)
  for (const name of added) expect(await packetsOf(edition, name)).toBeGreaterThan(FILM_SECONDS * 30)
  expect(await textOf(store(), `a/${edition}/sub-zh-Hant/zh-Hant.vtt`)).toContain('船開了 &amp; 慢行')
  for (const key of [`a/${edition}/storyboard/storyboard.vtt`, rows[0].facts.previewKey, ...rows[0].facts.frameKeys])
    expect(await store().stat(key)).not.toBeNull()
  expect(rows[0].facts.previewKey).toMatch(new RegExp(`^p/${edition}/`))
  expect((await world.media.findFormer(programGuid)).map((former) => former.assetId)).toEqual([assetId])
  await inTransaction(world.db, (tx) => world.media.restoreEdition(tx, assetId))
  expect(await playedBy(programGuid)).toBe(assetId)
})

test.runIf(isFull)(
  'no initialization vector is used twice, also after tracks were removed, taken back and added again',
  async () => {
    const { programGuid, assetId } = await aPlayingFilm()
    const more = async () => [
      { ...(await sound('b.m4a', ...tone(FILM_SECONDS, 550))), language: 'en', name: null, isDefault: false },
    ]
    const ofSecond = async (edition: string) => {
      const { trackId } = (await listed(edition))[1]!
      const [segment] = readPlaylist(await textOf(store(), `a/${edition}/${trackId}/index.m3u8`))
      return { trackId, sequence: segment!.sequence }
    }
    const first = await ofSecond(await changed(programGuid, { add: await more() }))
    const second = await ofSecond(await changed(programGuid, { remove: [first.trackId], add: await more() }))
    await inTransaction(world.db, (tx) => world.media.restoreEdition(tx, assetId))
    const edition = await changed(programGuid, { add: await more() })
    const third = await ofSecond(edition)
    expect(new Set([first, second, third].map(({ trackId }) => trackId)).size).toBe(3)
    expect(new Set([first, second, third].map(({ sequence }) => sequence)).size).toBe(3)
    expect(await keyOf(edition)).toEqual(await keyOf(assetId))
    expect(await packetsOf(edition, third.trackId)).toBeGreaterThan(FILM_SECONDS * 30)
  },
)

test('language, name and default are changed, and a subtitle takes the place of another, without a sound', async () => {
  const { programGuid } = await aPlayingFilm()
  const first = { ...(await subtitle(SRT)), language: 'zh-Hant', name: null, isDefault: false }
  await changed(programGuid, {
    add: [
      first,
      { ...(await subtitle('WEBVTT\n\n00:00.000 --> 00:01.000\nGo\n')), language: 'en', name: null, isDefault: false },
    ],
  })
  const labels = [
    { trackId: 'audio-0', language: 'yue', name: '原聲', isDefault: true },
    { trackId: 'sub-en', language: 'en-GB', name: 'English (SDH)', isDefault: true },
  ]
  const mended = {
    ...(await subtitle(SRT.replace('船開了', '船到了'))),
    language: 'zh-Hant',
    name: null,
    isDefault: false,
  }
  await expect(change({ assetId: await playedBy(programGuid), add: [mended] })).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { problem: { is: 'subtitleTwice', language: 'zh-Hant' } },
  })
  const edition = await changed(programGuid, { labels, remove: ['sub-zh-Hant'], add: [mended] })
  expect(await listed(edition)).toMatchObject([
    { trackId: 'audio-0', language: 'yue', name: '原聲', isDefault: true },
    { trackId: 'sub-zh-Hant', isDefault: false },
    { trackId: 'sub-en-GB', name: 'English (SDH)', isDefault: true },
  ])
  const { rows } = await world.pool.query(
    'select subtitle_languages, subtitle_names from title_asset where program_guid = $1',
    [programGuid],
  )
  // Viewers whose language has none see the default.
  expect(rows).toEqual([{ subtitle_languages: ['en-GB', 'zh-Hant'], subtitle_names: ['English (SDH)', ''] }])
  expect(await textOf(store(), `a/${edition}/sub-zh-Hant/zh-Hant.vtt`)).toContain('船到了')
  expect(await textOf(store(), `a/${edition}/sub-en-GB/en-GB.vtt`)).toContain('Go')
  expect(await store().stat(`a/${edition}/sub-en/en.vtt`)).toBeNull()
})

const brought = (name: string) => readFile(join(import.meta.dirname, '../../../../test/fixtures/brought', name))

test.runIf(isFull)(
  'subtitles in the encodings that people have are read as those of an ingest, and what cannot be read is told',
  async () => {
    const { programGuid, assetId } = await aPlayingFilm()
    const files = [
      ['zh-HK', 'big5-hkscs-cantonese.srt'],
      ['zh-Hans', 'gb18030-one-bad-byte.srt'],
      ['en', 'cp1252-contractions-read-as-chinese.srt'],
      ['pt', 'html-entities.vtt'],
      ['fr', 'ttml-given-as-subtitle.ttml'],
    ] as const
    const add = []
    for (const [language, name] of files)
      add.push({ ...(await subtitle(await brought(name), name)), language, name: null, isDefault: false })
    const { jobId } = await change({ assetId, add })
    expect(await run(jobId)).toBe('done')
    const found = { file: 'gb18030-one-bad-byte.srt', found: 1, line: 7 }
    expect((await job(jobId)).notes).toEqual([{ code: 'SUBTITLE_CHARACTERS', params: found }])
    const edition = await playedBy(programGuid)
    expect((await listed(edition)).map(({ language }) => language)).toEqual([
      'und',
      'zh-Hant',
      'zh-Hans',
      'en',
      'fr',
      'pt',
    ])
    expect(await textOf(store(), `a/${edition}/sub-zh-Hant/zh-Hant.vtt`)).toContain('佢哋喺嗰度做緊乜嘢㗎？')
    expect(await textOf(store(), `a/${edition}/sub-en/en.vtt`)).toContain('You can’t.')
  },
)

type Playing = Awaited<ReturnType<typeof aPlayingFilm>>

/** What the job says of itself; the title plays what it did. */
async function refusedFor({ programGuid, assetId }: Playing, asked: Partial<NewTrackChange>) {
  const { jobId } = await change({ assetId, ...asked })
  expect(await run(jobId)).toBe('failed')
  const { error_code: code, error_params: params } = await job(jobId)
  expect(await playedBy(programGuid)).toBe(assetId)
  const { rows } = await world.pool.query(`select asset_id from asset where program_guid = $1 or state = 'preparing'`, [
    programGuid,
  ])
  expect(rows).toEqual([{ asset_id: assetId }])
  return { code, ...params }
}

test.runIf(isFull)(
  'a file that is no sound or no subtitle, or of another film, ends the change with its name; nothing is left of it',
  async () => {
    const playing = await aPlayingFilm()
    const refused = (asked: Partial<NewTrackChange>) => refusedFor(playing, asked)
    const audio = (file: { uploadId: string }) => ({ add: [{ ...file, kind: 'audio' as const, ...YUE }] })
    expect(await refused(audio(await subtitle('no sound', '錯.mp3')))).toEqual({ code: 'NO_AUDIO', file: '錯.mp3' })
    expect(await refused(audio(await sound('silent.mp4', ...testImage('64x36', 1), ...FAST)))).toMatchObject({
      code: 'NO_AUDIO',
    })
    expect(await refused(audio(await sound('long.m4a', ...tone(FILM_SECONDS + 11))))).toEqual({
      code: 'AUDIO_LENGTH',
      file: 'long.m4a',
      found: FILM_SECONDS + 11,
      limit: FILM_SECONDS,
    })
    const noText = [{ ...(await subtitle('nothing', '空.srt')), language: 'en', name: null, isDefault: false }]
    expect(await refused({ add: noText })).toEqual({ code: 'BAD_SUBTITLE', file: '空.srt' })
    expect(await refused({ remove: ['audio-0'] })).toEqual({ code: 'LAST_AUDIO' })
    expect(await refused({ remove: ['audio-99'] })).toEqual({ code: 'TRACK_UNKNOWN', detail: 'audio-99' })
  },
)

test.runIf(isFull)(
  'a sound of another length is told, shorter sound is followed by silence, and of several sounds one is taken',
  async () => {
    const { programGuid } = await aPlayingFilm()
    const two = await sound(
      'two.mka',
      ...tone(FILM_SECONDS - 3),
      ...tone(FILM_SECONDS - 3, 660),
      '-map',
      '0',
      '-map',
      '1',
      '-c:a',
      'flac',
    )
    const { jobId } = await change({ assetId: await playedBy(programGuid), add: [{ ...two, ...YUE }] })
    expect(await run(jobId)).toBe('done')
    const { notes } = await job(jobId)
    expect(notes.map(({ code, params }) => [code, params.file])).toEqual([
      ['ONE_OF_SOUNDS', 'two.mka'],
      ['OTHER_LENGTH', 'two.mka'],
    ])
    const edition = await playedBy(programGuid)
    const [, added] = await listed(edition)
    const segments = readPlaylist(await textOf(store(), `a/${edition}/${added!.trackId}/index.m3u8`))
    expect(segments.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo(FILM_SECONDS, 1)
  },
)

test('a film that was replaced meanwhile keeps what replaced it, and one change at a time is made of an asset', async () => {
  const { programGuid, assetId } = await aPlayingFilm()
  const labels = [{ trackId: 'audio-0', ...YUE }]
  const { jobId } = await change({ assetId, labels })
  await expect(change({ assetId, labels })).rejects.toMatchObject({ code: 'CONFLICT' })
  const other = await aPlayingFilm()
  const { facts } = (await world.media.asset(other.assetId))!
  await inTransaction(world.db, (tx) =>
    world.attachAsset(tx, { programGuid, role: 'film', assetId: other.assetId, facts }),
  )
  expect(await run(jobId)).toBe('failed')
  expect((await job(jobId)).error_code).toBe('FILM_REPLACED')
  expect(await playedBy(programGuid)).toBe(other.assetId)
  await expect(change({ assetId: 'none', labels })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

/** Empty for one that has ended, also where nothing has asked for its exit code yet. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

function startWorker(jobId: string): ChildProcess {
  return spawn(process.execPath, [WORKER, world.url, world.folder, jobId], { stdio: 'inherit' })
}

test('a worker that is killed while it encodes leaves no half track: the next one ends its encoder and publishes the edition once', async () => {
  const { programGuid, assetId } = await aPlayingFilm()
  const long = await sound('long.flac', ...tone(FILM_SECONDS, 700), '-ac', '6', '-ar', '192000')
  const { jobId } = await change({ assetId, add: [{ ...long, language: 'en', name: null, isDefault: false }] })
  const pidFile = join(world.folder, 'work', 'jobs', jobId, 'ffmpeg.pid')
  const worker = startWorker(jobId)
  const pidOf = () => (existsSync(pidFile) && Number(readFileSync(pidFile, 'utf8'))) || undefined
  const orphan = await until(pidOf, { what: 'the encoder', everyMs: 1 })
  worker.kill('SIGKILL')
  await until(() => worker.signalCode !== null, { what: 'the end of the worker' })
  expect(await playedBy(programGuid)).toBe(assetId)
  await until(async () => (await run(jobId)) === 'done', { what: 'the lock of the killed worker' })
  expect(commandOf(orphan)).toBe('')
  const edition = await playedBy(programGuid)
  const [, added] = await listed(edition)
  expect(added).toMatchObject({ language: 'en', channels: 6 })
  expect(await packetsOf(edition, added!.trackId)).toBeGreaterThan(FILM_SECONDS * 30)
  const row = await findAsset(world.db, edition)
  expect(row).toMatchObject({ state: 'ready', key_id: assetId })
  expect((await bytesOf(store(), `a/${edition}/master.m3u8`)).length).toBeGreaterThan(100)
  expect(existsSync(join(world.folder, 'work', 'jobs', jobId))).toBe(false)
  expect(
    (await world.pool.query('select count(*)::int as n from upload_file where used_by = $1', [jobId])).rows[0].n,
  ).toBe(0)
})
