import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorProblems as en } from '#text/en_US/operators.ts'
import {
  type Browser,
  createOperatorsWorld,
  keyed,
  type OperatorsWorld,
  type TestOperator,
} from '../../../../test/support/operators.ts'
import { aFilm, anIngest, anUpload, aPlayedAsset } from '../../../../test/support/uploaded.ts'

let world: OperatorsWorld
let operator: TestOperator
let browser: Browser
beforeAll(async () => {
  world = await createOperatorsWorld()
  operator = await world.anOperator('catalogue')
  browser = await world.signIn(operator)
})
afterAll(() => world.close())

const call = (path: string, input: object = {}, as = browser) => world.call(`/ingest/${path}`, input, as)
const start = async (sources: readonly object[], input: object = {}) =>
  call('start', keyed({ programGuid: await aFilm(world), sources, ...input }))
const ofFilm = (uploadId: string, more: object = {}) => [{ uploadId, role: 'film', ...more }]
const find = (jobId: string) => call('find', { jobId })
const run = (jobId: string) => world.media.ingest.run(jobId)
const SRT = '1\n00:00:00,000 --> 00:00:01,000\nHello\n'

test('an ingest is started of uploaded files, said in the audit log, and listed with its title', async () => {
  const [film, subtitle] = [
    await anUpload(world, operator),
    await anUpload(world, operator, { role: 'subtitle', content: SRT }),
  ]
  const programGuid = await aFilm(world, 'III')
  const input = keyed({
    programGuid,
    sources: ofFilm(film, { subtitles: [{ uploadId: subtitle, language: 'zh-hant' }] }),
  })
  const { jobId } = await call('start', input)
  expect(await find(jobId)).toMatchObject({
    jobId,
    target: { programId: programGuid, programGuid, season: null },
    files: [{ role: 'film', name: '戲.mp4', bytes: 7 }],
    state: 'queued',
    error: null,
    waitingFor: null,
    canRetry: false,
  })
  const job = await world.media.ingest.job(jobId)
  expect(job).toMatchObject({
    node_id: 'here',
    request: { hasPreview: false, sources: [{ subtitles: [{ language: 'zh-Hant' }] }] },
  })
  const { list } = await call('list', { filter: { state: 'queued' } })
  expect(list.map((one: { jobId: string }) => one.jobId)).toContain(jobId)
})

test('files that are no sources are refused in words', async () => {
  const mine = () => anUpload(world, operator)
  const other = await anUpload(world, await world.anOperator('catalogue'))
  expect(await start(ofFilm(other))).toMatchObject({ errorCode: 'NOT_FOUND', message: en.uploadUnknown({}) })
  const unfinished = await world.media.uploads.create({
    operatorId: operator.operatorId,
    name: 'a.mp4',
    bytes: 5,
    role: 'film',
  })
  expect(await start(ofFilm(unfinished))).toMatchObject({ message: en.uploadUnfinished({ file: 'a.mp4' }) })
  const used = await mine()
  await start(ofFilm(used))
  expect(await start(ofFilm(used))).toMatchObject({
    errorCode: 'CONFLICT',
    message: en.uploadInUse({ file: '戲.mp4' }),
  })
  const twice = await mine()
  expect(await start(ofFilm(twice, { subtitles: [{ uploadId: twice, language: 'en' }] }))).toMatchObject({
    errorCode: 'INVALID_INPUT',
  })
  expect(
    await start(ofFilm(await mine(), { subtitles: [{ uploadId: await mine(), language: 'klingon language' }] })),
  ).toMatchObject({
    message: en.subtitleLanguage({ language: 'klingon language' }),
  })
  expect(await start([...ofFilm(await mine()), ...ofFilm(await mine())])).toMatchObject({
    message: en.ingestRoleTwice({}),
  })
  expect(await start(ofFilm(await mine()), { programGuid: 'none' })).toMatchObject({
    message: en.ingestTargetUnknown({}),
  })
  const series = await aFilm(world)
  await world.pool.query(`update title set program_type = 'drama', classify = 'drama' where program_id = $1`, [series])
  expect(await start(ofFilm(await mine()), { programGuid: series })).toMatchObject({ message: en.ingestOfSeries({}) })
  await world.pool.query('insert into episode (program_guid, program_id, season, episode) values ($1, $2, 1, 2)', [
    `${series}.s1e2`,
    series,
  ])
  const { jobId } = await start(ofFilm(await mine()), { programGuid: `${series}.s1e2` })
  expect(await find(jobId)).toMatchObject({ target: { programId: series, season: 1, episode: 2 } })
})

test('of two starts with one file at the same time one gets it', async () => {
  const uploadId = await anUpload(world, operator)
  const answers = await Promise.all([1, 2, 3, 4].map(() => start(ofFilm(uploadId))))
  expect(answers.filter(({ result }) => result === 'SUCCESS')).toHaveLength(1)
  for (const { result, errorCode } of answers) if (result === 'FAILED') expect(errorCode).toBe('CONFLICT')
})

test('a file that is no film fails with its name and the reason, and is tried again without an upload, once', async () => {
  const { jobId } = await start(ofFilm(await anUpload(world, operator, { name: '錯.mp4' })))
  expect(await run(jobId)).toBe('failed')
  expect(await find(jobId)).toMatchObject({
    state: 'failed',
    error: { code: 'NOT_A_VIDEO', params: { file: '錯.mp4' } },
    waitingFor: null,
    canRetry: true,
  })
  const tries = await Promise.all([1, 2, 3].map(() => call('retry', keyed({ jobId }))))
  const [again] = tries.filter(({ result }) => result === 'SUCCESS')
  expect(tries.filter(({ message }) => message === en.ingestNoRetry({}))).toHaveLength(2)
  expect(again!.jobId).not.toBe(jobId)
  expect(await find(again!.jobId)).toMatchObject({ state: 'queued', files: [{ name: '錯.mp4' }] })
  expect(await find(jobId)).toMatchObject({ canRetry: false })
})

test('a waiting ingest is cancelled although no worker takes it, keeps its files, and is over then', async () => {
  const { jobId } = await start(ofFilm(await anUpload(world, operator)))
  expect(await call('cancel', keyed({ jobId }))).toMatchObject({ jobId })
  expect(await find(jobId)).toMatchObject({ state: 'queued', isCancelling: true })
  for (const one of await world.media.ingest.cancelled()) await run(one)
  expect(await find(jobId)).toMatchObject({ state: 'cancelled', canRetry: true })
  expect(await call('cancel', keyed({ jobId }))).toMatchObject({ errorCode: 'CONFLICT', message: en.ingestOver({}) })
  expect(await call('retry', keyed({ jobId }))).toMatchObject({ result: 'SUCCESS' })
  for (const path of ['cancel', 'retry'])
    expect(await call(path, keyed({ jobId: 'none' }))).toMatchObject({ errorCode: 'NOT_FOUND' })
})

test('an ingest whose file is not there waits for it', async () => {
  const uploadId = await anUpload(world, operator)
  const { jobId } = await start(ofFilm(uploadId))
  await world.media.uploads.store.remove(uploadId)
  expect(await run(jobId)).toBe('waiting')
  expect(await find(jobId)).toMatchObject({
    state: 'queued',
    error: null,
    waitingFor: { code: 'UNREADABLE', params: { file: '戲.mp4' } },
  })
})

test('subtitles without a line end the ingest before the film is encoded', async () => {
  const subtitle = await anUpload(world, operator, { name: '字幕.srt', content: 'nothing' })
  const { jobId } = await start(
    ofFilm(await anUpload(world, operator), { subtitles: [{ uploadId: subtitle, language: 'en' }] }),
  )
  await run(jobId)
  expect(await find(jobId)).toMatchObject({ error: { code: 'BAD_SUBTITLE', params: { file: '字幕.srt' } } })
})

const ofTracks = (assetId: string, more: object, as = browser) => call('tracks', keyed({ assetId, ...more }), as)
const added = (uploadId: string, more: object = {}) => ({
  add: [{ uploadId, kind: 'subtitle', language: 'en', name: null, isDefault: false, ...more }],
})
const aSubtitle = (more: object = {}) =>
  anUpload(world, operator, { role: 'subtitle', name: 'a.srt', content: SRT, ...more })

test('the tracks of a film are listed, and their change is a job with an entry in the log of the title', async () => {
  const { assetId, programGuid } = await aPlayedAsset(world)
  expect(await call('trackList', { assetId })).toMatchObject({
    jobId: null,
    tracks: [
      { trackId: 'audio-0', kind: 'audio', language: 'yue', name: null, isDefault: true, channels: 2 },
      { trackId: 'sub-zh-Hant', kind: 'subtitle', language: 'zh-Hant', name: null, isDefault: true },
    ],
  })
  const input = keyed({ assetId, ...added(await aSubtitle(), { name: '  English  ', language: 'EN_gb' }) })
  const answers = [await call('tracks', input), await call('tracks', input)]
  const [{ jobId }] = answers as [{ jobId: string }, object]
  expect(answers[1]).toMatchObject({ result: 'SUCCESS', jobId })
  expect(await find(jobId)).toMatchObject({
    target: { programGuid },
    isTracks: true,
    files: [{ role: 'subtitle', name: 'a.srt' }],
  })
  expect((await world.media.ingest.job(jobId))?.request.sources).toMatchObject([
    { track: { language: 'en-GB', name: 'English' } },
  ])
  expect(await call('trackList', { assetId })).toMatchObject({ jobId })
  const { rows } = await world.pool.query(`select subject, details from audit_entry where action = 'change tracks'`)
  expect(rows).toMatchObject([{ subject: `title:${programGuid}`, details: { jobId } }])
  expect(await ofTracks(assetId, { remove: ['audio-0'] })).toMatchObject({ message: en.tracksUnderWay({}) })
  await call('cancel', keyed({ jobId }))
  for (const one of await world.media.ingest.cancelled()) await run(one)
  expect(await ofTracks(assetId, { remove: ['sub-zh-Hant'] })).toMatchObject({ result: 'SUCCESS' })
  expect(await call('retry', keyed({ jobId }))).toMatchObject({ message: en.tracksUnderWay({}) })
})

test('a change of tracks that cannot be is refused in words, and nothing has begun', async () => {
  const { assetId } = await aPlayedAsset(world)
  const other = await world.anOperator('catalogue')
  const theirs = await anUpload(world, other, { role: 'subtitle', content: SRT })
  const refusals: [object, object][] = [
    [added(theirs), { errorCode: 'NOT_FOUND', message: en.uploadUnknown({}) }],
    [
      added(await aSubtitle(), { language: 'klingon language' }),
      { message: en.subtitleLanguage({ language: 'klingon language' }) },
    ],
    [
      added(await aSubtitle(), { kind: 'audio', language: '粵語' }),
      { message: en.audioLanguage({ language: '粵語' }) },
    ],
    [
      added(await aSubtitle(), { language: 'zh-HK' }),
      { errorCode: 'CONFLICT', message: en.subtitleTwice({ language: 'zh-Hant' }) },
    ],
    [added(await aSubtitle(), { name: 'x'.repeat(61) }), { errorCode: 'INVALID_INPUT' }],
    [added(await aSubtitle(), { name: 'a\u0007b' }), { errorCode: 'INVALID_INPUT' }],
    [added(await aSubtitle(), { kind: 'video' }), { errorCode: 'INVALID_INPUT' }],
    [{}, { errorCode: 'INVALID_INPUT' }],
    [
      { labels: ['audio-0', 'audio-1'].map((trackId) => ({ trackId, language: 'en', name: null, isDefault: true })) },
      { errorCode: 'INVALID_INPUT' },
    ],
  ]
  for (const [input, refusal] of refusals) expect(await ofTracks(assetId, input)).toMatchObject(refusal)
  expect(await call('trackList', { assetId })).toMatchObject({ jobId: null })
  for (const unknown of ['none', (await world.media.findFormer('none'))[0]?.assetId ?? 'gone'])
    expect(await ofTracks(unknown, { remove: ['audio-0'] })).toMatchObject({ message: en.trackFilmUnknown({}) })
  const file = 'unfinished.srt'
  const unfinished = await world.media.uploads.create({
    operatorId: operator.operatorId,
    name: file,
    bytes: 9,
    role: 'subtitle',
  })
  expect(await ofTracks(assetId, added(unfinished))).toMatchObject({ message: en.uploadUnfinished({ file }) })
})

test('of changes of one film at the same time one begins', async () => {
  const { assetId } = await aPlayedAsset(world)
  const answers = await Promise.all([1, 2, 3].map(() => ofTracks(assetId, { remove: ['sub-zh-Hant'] })))
  expect(answers.map(({ result }) => result).toSorted()).toEqual(['FAILED', 'FAILED', 'SUCCESS'])
})

test('ingests of the command line and of the demo are not tried again here; those of the demo are not listed', async () => {
  const jobId = await anIngest(world, operator)
  await world.pool.query(
    `update ingest_job set state = 'failed', request = jsonb_set(request #- '{sources,0,uploadId}', '{sources,0,file}', '"/films/a b.mp4"') #- '{sources,0,name}' where job_id = $1`,
    [jobId],
  )
  expect(await find(jobId)).toMatchObject({ canRetry: false, files: [{ name: 'a b.mp4' }] })
  expect(await call('retry', keyed({ jobId }))).toMatchObject({ message: en.ingestNoRetry({}) })
  await world.pool.query(`update ingest_job set request = request || '{"background": true}' where job_id = $1`, [jobId])
  expect(await find(jobId)).toMatchObject({ errorCode: 'NOT_FOUND' })
})

test('health counts the ingests that wait in the list, not the films of the demo in the background', async () => {
  const waiting = async () =>
    (await world.media.domainModule.health!()).find(({ name }) => name === 'waitingIngests')?.value as number
  const before = await waiting()
  const jobId = await anIngest(world, operator)
  expect(await waiting()).toBe(before + 1)
  await world.pool.query(`update ingest_job set request = request || '{"background": true}' where job_id = $1`, [jobId])
  expect(await waiting()).toBe(before)
})

test('titles and episodes are found by name and id, and characters of a pattern are only characters', async () => {
  const programId = await aFilm(world)
  const { list } = await call('targets', { text: programId })
  expect(list).toMatchObject([{ programId, hasFilm: false, releaseYear: expect.any(Number) }])
  expect((await call('targets', { text: 'A FILM' })).list.length).toBeGreaterThan(1)
  expect((await call('targets', { text: '%' })).list).toEqual([])
  const series = await aFilm(world)
  await world.pool.query(`update title set program_type = 'drama', classify = 'drama' where program_id = $1`, [series])
  for (const episode of [1, 2])
    await world.pool.query('insert into episode (program_guid, program_id, season, episode) values ($1, $2, 1, $3)', [
      `${series}.s1e${episode}`,
      series,
      episode,
    ])
  const named = { text: series }
  const guids = async (more: object) =>
    (await call('targets', { ...named, ...more })).list.map(({ programGuid }: { programGuid: string }) => programGuid)
  expect(await guids({})).toEqual([`${series}.s1e1`, `${series}.s1e2`])
  expect(await guids({ season: 1, episode: 2 })).toEqual([`${series}.s1e2`])
  expect(await guids({ season: 1, episode: 9 })).toHaveLength(1)
})

test('a small film becomes ready, and its upload goes', async () => {
  const { folder } = world
  const file = join(folder, 'small.mp4')
  const { ffmpeg } = await import('#server/adapters/ffmpeg/binaries.ts').then(({ findBinaries }) => findBinaries({}))
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25:duration=2']
  await promisify(execFile)(ffmpeg!, [...source, '-pix_fmt', 'yuv420p', file])
  const uploadId = await anUpload(world, operator, { content: await readFile(file) })
  const { jobId } = await start(ofFilm(uploadId))
  expect(await run(jobId)).toBe('done')
  expect(await find(jobId)).toMatchObject({ state: 'done', percent: 100, error: null })
  expect(await readdir(join(folder, 'uploads'))).not.toContain(uploadId)
})
