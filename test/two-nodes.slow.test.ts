import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createSettings } from '#server/domains/settings/index.ts'
import { systemClock } from '#server/kit/clock.ts'
import { inTransaction } from '#server/kit/db.ts'
import { createLog } from '#server/kit/log.ts'
import { settingDefaults } from '#server/setting-defaults.ts'
import { DEMO_KINDS } from '../seed/accounts.file.ts'
import { createTestDb, type TestDb } from './support/database.ts'
import { launch, type LaunchedCommand } from './support/launch.ts'

const READY = /^Harbour is ready: (\S+)$/
const PASSWORD_LINE = /^ {2}\+852 5100 \d{4}/

const DEMO_ACCOUNTS = Object.keys(DEMO_KINDS).length

const NAMES = ['one', 'two'] as const

let base: string
let database: TestDb
const nodes: LaunchedCommand[] = []
/** Two nodes that started at once on an empty database. */
let started: { name: string; node: LaunchedCommand; url: string }[]

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'harbour-nodes-'))
  database = await createTestDb()
  const both = NAMES.map((name) => ({ name, node: startNode(name) }))
  started = await Promise.all(both.map(async ({ name, node }) => ({ name, node, url: await ready(node) })))
})

afterAll(async () => {
  for (const node of nodes) node.process.kill('SIGTERM')
  await Promise.all(nodes.map(({ exitCode }) => exitCode))
  await database.close()
  await rm(base, { recursive: true, force: true, maxRetries: 5 })
})

const settings = () => ({
  DATABASE_URL: database.url,
  MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  HARBOUR_DEMO: '1',
})

/** Starts a node with a data folder of its own on the shared database and media store. */
function startNode(name: string, more: Record<string, string> = {}): LaunchedCommand {
  // One names its roles as it was done before HARBOUR_ROLES.
  const [args, role] = name === 'two' ? [['start', '--roles', 'web'], {}] : [['start'], { HARBOUR_ROLES: 'web' }]
  const node = launch(args, { dataDir: join(base, name), env: { ...settings(), ...role, ...more } })
  nodes.push(node)
  return node
}

const count = async (table: string): Promise<number> =>
  Number((await database.pool.query<{ count: string }>(`select count(*) from ${table}`)).rows[0]!.count)

const passwordLines = ({ lines }: LaunchedCommand): string[] => lines.filter((line) => PASSWORD_LINE.test(line))

async function ready(node: LaunchedCommand): Promise<string> {
  const line = await node.waitForLine(READY)
  return READY.exec(line)![1]!
}

test('two nodes that start at once on an empty database both start, and only one creates the demo and its accounts', async () => {
  expect(await count('title')).toBe(60)
  expect(await count('account')).toBe(DEMO_ACCOUNTS)
  const successor = started.map(({ node }) => node.lines.filter((line) => line.includes('HARBOUR_ROLES')))
  expect(successor).toEqual([[], ['Instead of --roles, set HARBOUR_ROLES=web.']])
  const processes = await database.pool.query('select roles, count(distinct node_id) from node group by 1')
  expect(processes.rows).toEqual([{ roles: 'web', count: 2 }])
  const twice = 'select request from ingest_job group by 1 having count(*) > 1'
  expect((await database.pool.query(twice)).rows).toEqual([])

  // They are printed after the line that says that the node is ready.
  const printed = () => started.map(({ node }) => passwordLines(node).length).toSorted()
  await expect.poll(printed, { timeout: 10_000 }).toEqual([0, DEMO_ACCOUNTS])
  const [first = ''] = started.flatMap(({ node }) => passwordLines(node))
  const [, password] = /^ {2}\+852 5100 0001 {3}(\d+)/.exec(first)!
  const login = await fetch(`${started[0]!.url}/api/login.action`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mobileno: '51000001', areaCode: '852', password, deviceSerial: 'a-device' }),
  })
  expect(await login.json()).toMatchObject({ result: 'SUCCESS' })
})

test('a setting that is saved is on the pages of both nodes within a second, without a restart', async () => {
  const { db } = database
  const log = createLog({ level: 'silent', role: 'test' })
  const settings = createSettings({ db, clock: systemClock, log, defaults: settingDefaults(readConfig({})) })
  const pages = (path: string) => Promise.all(started.map(async ({ url }) => (await fetch(url + path)).text()))
  for (const page of await pages('/')) expect(page).toContain('"brand":{"zh_HK":"港映","en_US":"Harbour"}')
  const change = {
    name: 'brand',
    value: { zh_HK: '海映', en_US: 'Haven' },
    seen: undefined,
    actor: 'operator:test',
  } as const
  await inTransaction(db, (tx) => settings.save(tx, change))
  const shown = async (path: string, text: string) => (await pages(path)).filter((page) => page.includes(text)).length
  await expect.poll(() => shown('/site.webmanifest', 'Haven 海映'), { timeout: 20_000, interval: 20 }).toBe(2)
  await expect.poll(() => shown('/', '"brand":{"zh_HK":"海映","en_US":"Haven"}')).toBe(2)
})

test('a restart where others can reach the service keeps the demo accounts; only the operator’s command erases them', async () => {
  const { name, node } = started.find((one) => passwordLines(one.node).length > 0)!
  node.process.kill('SIGTERM')
  expect(await node.exitCode).toBe(0)
  // A production would need providers of SMS and e-mail.
  const address = { PUBLIC_URL: 'https://harbour.example', TRUST_PROXY: 'loopback', NODE_ENV: 'development' }
  const open = startNode(name, address)
  expect(await open.waitForLine(/demo accounts/)).toBe(
    `The ${DEMO_ACCOUNTS} demo accounts of this data folder still exist; npm run erase-demo-accounts erases them.`,
  )
  expect(passwordLines(open)).toEqual([])
  expect(await count('account')).toBe(DEMO_ACCOUNTS)
  const command = launch(['erase-demo-accounts'], { dataDir: join(base, name), env: settings() })
  expect(await command.exitCode).toBe(0)
  expect(command.lines).toEqual([`${DEMO_ACCOUNTS} demo accounts erased.`])
  expect(await count('account')).toBe(0)
})
