import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpointUrl } from '#contract/endpoint.ts'
import { notifyChanged } from '#server/domains/catalogue/index.ts'
import { type DbHandle, openDb } from '#server/kit/db.ts'
import { createLog } from '#server/kit/log.ts'
import { openReplica } from '#server/kit/replica.ts'
import { ENDPOINTS } from '#server/wire/calls.ts'
import { launch, type LaunchedCommand } from './support/launch.ts'
import { createStandby, type Standby } from './support/standby.ts'

let standby: Standby
let database: DbHandle

const log = createLog({ level: 'silent', role: 'test' })

beforeAll(async () => {
  standby = await createStandby()
  database = openDb({
    url: standby.primaryUrl,
    max: 4,
    openReplica: (reads) => openReplica({ url: standby.url, reads, log }),
  })
  await sql`create table told (n int)`.execute(database.db)
  database.replica.changed()
})
afterAll(async () => {
  await database.close()
  await standby.close()
})

const isUsed = (used: boolean) => expect.poll(() => database.replica.isUsed(), { timeout: 10_000 }).toBe(used)

const tell = (n: number) => sql`insert into told values (${n})`.execute(database.db)

type Place = Pick<DbHandle, 'db' | 'reads' | 'fixedPlanDb'>
/** Where a statement is answered, and how many rows are told there. */
async function find(place: keyof Place = 'db'): Promise<{ isStandby: boolean; told: number }> {
  const { rows } = await sql<{ isStandby: boolean; told: number }>`
    select pg_is_in_recovery() as "isStandby", (select count(*) from told)::int as told`.execute(database[place])
  return rows[0]!
}

test('shared reads of each kind go to the standby; others, and transactions, to the primary', async () => {
  const { replica, db } = database
  await isUsed(true)
  for (const place of ['db', 'reads', 'fixedPlanDb'] as const) {
    expect((await replica.read(() => find(place))).isStandby).toBe(true)
    expect((await find(place)).isStandby).toBe(false)
  }
  const inTransaction = () => db.transaction().execute((tx) => sql`select pg_is_in_recovery() as at`.execute(tx))
  expect((await replica.read(inTransaction)).rows).toEqual([{ at: false }])
})

test('a read after a change sees it on the standby, also of a transaction that began before others and ended after them', async () => {
  const { replica, db } = database
  const { told } = await find()
  for (let n = 1; n <= 40; n++) {
    await tell(n)
    expect(await replica.readFresh(() => find())).toEqual({ isStandby: true, told: told + n })
  }
  await db.transaction().execute(async (tx) => {
    await sql`insert into told values (0)`.execute(tx)
    for (let n = 0; n < 3; n++) await sql`select pg_logical_emit_message(false, 'test', 'x')`.execute(tx)
    expect(await replica.readFresh(() => find())).toEqual({ isStandby: true, told: told + 40 })
  })
  expect(await replica.readFresh(() => find())).toEqual({ isStandby: true, told: told + 41 })
})

test('a change that does not arrive is read on the primary, and the standby is used again once it has it', async () => {
  const { replica } = database
  await standby.pause()
  const { told } = await find()
  await tell(1)
  // Nothing says that something has changed.
  expect(await replica.read(() => find())).toEqual({ isStandby: true, told })
  replica.changed()
  // The standby stays paused: without a limit of their own these reads would never end.
  const both = await Promise.all([replica.read(() => find()), replica.read(() => find('reads'))])
  expect(both).toEqual([
    { isStandby: false, told: told + 1 },
    { isStandby: false, told: told + 1 },
  ])
  expect(replica.isUsed()).toBe(false)
  await standby.resume()
  await isUsed(true)
  expect(await replica.read(() => find())).toEqual({ isStandby: true, told: told + 1 })
})

test('a standby that falls behind by more than 5 s is left, without a change that is heard of', async () => {
  const { replica } = database
  await standby.pause()
  await tell(2)
  await isUsed(false)
  const [lag] = await replica.gauges[0]!.read()
  expect(lag!.value).toBeGreaterThan(5)
  await standby.resume()
  await isUsed(true)
})

test('without the standby reads are repeated on the primary; a read that fails there fails', async () => {
  const { replica } = database
  await standby.stop()
  expect((await replica.read(() => find())).isStandby).toBe(false)
  const wrong = () => sql`select no_such_column`.execute(database.db)
  await expect(replica.read(wrong)).rejects.toThrow('no_such_column')
  await standby.start()
  await isUsed(true)
  await expect(replica.read(wrong)).rejects.toThrow('no_such_column')
  expect(replica.isUsed()).toBe(true)
  // What is written in a shared read by mistake is written all the same.
  const { told } = await find()
  await replica.read(() => tell(3))
  expect((await find()).told).toBe(told + 1)
})

describe('a node that reads from the standby', () => {
  let folder: string
  let node: LaunchedCommand
  let url: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'harbour-replica-'))
    node = launch(['start'], {
      dataDir: folder,
      env: {
        DATABASE_URL: standby.primaryUrl,
        DATABASE_REPLICA_URL: standby.url,
        MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
        HARBOUR_ROLES: 'web',
        HARBOUR_DEMO: '1',
      },
    })
    url = (await node.waitForLine(/^Harbour is ready: /)).replace('Harbour is ready: ', '')
  })
  afterAll(async () => {
    node.process.kill('SIGTERM')
    await node.exitCode
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  const degraded = async () => ((await (await fetch(`${url}/readyz`)).json()) as { degraded?: string[] }).degraded

  test('writes nothing in what many share, and says when it does without the standby', async () => {
    const refusedBefore = (await standby.refused()).length
    await expect.poll(degraded, { timeout: 10_000 }).toBeUndefined()
    const [{ programId }] = (
      await sql<{ programId: string }>`
      select program_id as "programId" from title where state = 'published' limit 1`.execute(database.db)
    ).rows as [{ programId: string }]
    const shared = ENDPOINTS.filter(({ cacheable }) => cacheable).map(endpointUrl)
    const paths = [...shared, '/api_v2/revamp/search', '/api_v2/search/suggest']
    const answered: string[] = []
    for (const path of paths) {
      const fields = { programId, keyword: 'harbour', pageSize: '5', name: 'movie', type: 'movie', classify: 'movie' }
      const response = await fetch(`${url}${path}?${new URLSearchParams(fields)}`)
      if (response.status === 200) answered.push(path)
    }
    expect(answered.length).toBeGreaterThan(6)
    expect((await standby.refused()).slice(refusedBefore)).toEqual([])
    const counted = () =>
      sql<{ reads: number }>`
      select tup_returned::int as reads from pg_stat_database where datname = current_database()`.execute(database.db)
    expect((await database.replica.read(counted)).rows[0]!.reads).toBeGreaterThan(1_000)
  })

  test('shows a change of the catalogue while the standby has not got it', async () => {
    const detail = async () => {
      const { rows } = await sql<{ programId: string }>`
        select program_id as "programId" from title where state = 'published' order by 1 limit 1`.execute(database.db)
      const response = await fetch(`${url}/api_v2/revamp/detail?programId=${rows[0]!.programId}`)
      return { id: rows[0]!.programId, text: await response.text() }
    }
    const { id, text } = await detail()
    expect(text).not.toContain('Another Name')
    await standby.pause()
    await database.db.transaction().execute(async (tx) => {
      await sql`update title set title_en = 'Another Name', title_zh = 'Another Name' where program_id = ${id}`.execute(
        tx,
      )
      await notifyChanged(tx)
    })
    await expect.poll(async () => (await detail()).text, { timeout: 15_000, interval: 50 }).toContain('Another Name')
    await expect.poll(degraded, { timeout: 5_000 }).toEqual(['replica'])
    await standby.resume()
    await expect.poll(degraded, { timeout: 15_000 }).toBeUndefined()
    expect((await detail()).text).toContain('Another Name')
  })
})
