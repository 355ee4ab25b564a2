import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, createApp } from '#server/app.ts'
import { openMasterKey } from '#server/commands/master-key.ts'
import { readConfig } from '#server/config.ts'
import { queuesOf } from '#server/jobs/worker.ts'
import { systemClock } from '#server/kit/clock.ts'
import { createLog } from '#server/kit/log.ts'
import { createTestDb, type TestDb } from './support/database.ts'
import { draft } from './support/drafts.ts'
import { freePort } from './support/free-port.ts'
import { launch, type LaunchedCommand } from './support/launch.ts'
import { FAST, makeClip, testImage, tone } from './support/media.ts'
import { processesOf, until } from './support/processes.ts'
import { openS3Store } from './support/s3.ts'

const FILMS = 30
/** A worker is killed whenever so many more are done. */
const KILL_EVERY = 3

let base: string
let database: TestDb
let s3: Awaited<ReturnType<typeof openS3Store>>
let app: App
const nodes: LaunchedCommand[] = []

const settings = () => ({
  DATABASE_URL: database.url,
  MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  MEDIA_STORE: 's3://media',
  S3_ENDPOINT: s3.settings.endpoint,
  S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
  HARBOUR_DEMO: '0',
  HARBOUR_TEST: '1',
})

const folderOf = (at: number) => join(base, `node${at}`)

/** On a data folder of its own, as on another machine. */
async function startNode(at: number): Promise<void> {
  const port = await freePort()
  const env = { ...settings(), HARBOUR_PREPARE: '0', HARBOUR_ROLES: 'worker,encoder', HEALTH_PORT: String(port) }
  nodes[at] = launch(['start'], { dataDir: folderOf(at), env })
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until(isReady, { what: `node ${at}`, seconds: 300 })
}

/** Supervisor, worker and encoders at once, by signal 9. */
async function killNode(at: number): Promise<void> {
  for (const { pid } of processesOf(folderOf(at))) process.kill(pid, 'SIGKILL')
  await nodes[at]!.exitCode
}

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'harbour-workers-'))
  await chmod(base, 0o711)
  database = await createTestDb()
  s3 = await openS3Store(join(base, 's3'))
  const config = readConfig({ ...settings(), DATA_DIR: join(base, 'here') })
  const masterKey = await openMasterKey(database.pool, config)
  const log = createLog({ level: 'silent', role: 'test' })
  app = await createApp({ config, databaseUrl: database.url, masterKey, log, clock: systemClock })
  await app.queue.start(queuesOf(app.modules))
}, 120_000)

afterAll(async () => {
  for (const { process: child } of nodes) child.kill('SIGTERM')
  await Promise.all(nodes.map(({ exitCode }) => exitCode))
  for (const { pid } of processesOf(base)) process.kill(pid, 'SIGKILL')
  await app.queue.stop()
  await app.close()
  await s3.close()
  await database.close()
  await rm(base, { recursive: true, force: true, maxRetries: 5 })
}, 120_000)

const statesOf = async () => {
  const { rows } = await database.pool.query<{ state: string; count: number }>(
    'select state, count(*)::int as count from ingest_job group by state',
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

test('two workers on two machines, one killed again and again: thirty films are prepared, each once', async () => {
  const clip = await makeClip(join(base, 'film.mp4'), ...testImage('320x180', 2), ...tone(2), ...FAST)
  await Promise.all([startNode(0), startNode(1)])
  for (let film = 1; film <= FILMS; film++)
    await app.domains.media.ingest.add({
      title: { draft: { ...draft, titleZh: `電影${film}`, titleEn: `Film ${film}` } },
      sources: [{ role: 'film', file: clip, subtitles: [] }],
      background: false,
      hasPreview: false,
    })
  let kills = 0
  for (let done = KILL_EVERY; done < FILMS; done += KILL_EVERY) {
    await until(async () => ((await statesOf()).done ?? 0) >= done, {
      what: `${done} films`,
      seconds: 600,
      everyMs: 200,
    })
    const at = kills++ % 2
    await killNode(at)
    await startNode(at)
  }
  await until(async () => (await statesOf()).done === FILMS, { what: 'all films', seconds: 600, everyMs: 500 })
  expect(kills).toBe(Math.ceil(FILMS / KILL_EVERY) - 1)
  expect(await statesOf()).toEqual({ done: FILMS })
  const { rows } = await database.pool.query(
    `select count(*)::int as titles, count(distinct title_en)::int as names,
       (select count(*)::int from title_asset) as attached,
       (select count(*)::int from asset where state = 'ready' and replaced_at is null) as ready,
       (select count(*)::int from asset where state <> 'ready') as unready
     from title`,
  )
  expect(rows).toEqual([{ titles: FILMS, names: FILMS, attached: FILMS, ready: FILMS, unready: 0 }])
  const { rows: ready } = await database.pool.query<{ id: string }>('select asset_id as id from asset')
  const stored = new Set<string>()
  for await (const key of s3.store.list('a/')) stored.add(key.split('/')[1]!)
  expect([...stored].toSorted()).toEqual(ready.map(({ id }) => id).toSorted())
  const sources: string[] = []
  for await (const key of s3.store.list('src/')) sources.push(key)
  expect(sources).toEqual([])
}, 1_800_000)
