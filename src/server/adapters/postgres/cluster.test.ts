import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { joinCluster, type Cluster, type ClusterOptions, createCluster, findRunning } from './cluster.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { isAlive, readPostmaster } from './cluster-launch.ts'
import { until } from '../../../../test/support/processes.ts'

const MODULE = new URL('./cluster.ts', import.meta.url).href
const isRoot = process.getuid?.() === 0

let template: string
let root: string
let dataDir: string
let lines: string[]
let clusters: Cluster[]
let children: ChildProcess[]

// Most tests start with a stopped cluster. Copying one is five times faster than creating it.
beforeAll(async () => {
  template = await realpath(await mkdtemp(path.join(tmpdir(), 'hc-template-')))
  const server = createCluster({ dataDir: template, durable: false, log: () => undefined })
  await server.start()
  await server.stop()
})

afterAll(() => rm(template, { recursive: true, force: true }))

beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'hc-')))
  await chmod(root, 0o755)
  dataDir = path.join(root, 'data')
  lines = []
  clusters = []
  children = []
})

afterEach(async () => {
  for (const cluster of clusters) await cluster.stop()
  for (const child of children) child.kill('SIGKILL')
  const left = await readPostmaster(await realpath(path.join(dataDir, 'postgres')).catch(() => dataDir))
  if (left && (await isAlive(left.pid))) process.kill(left.pid, 'SIGQUIT')
  await rm(root, { recursive: true, force: true })
})

function cluster(overrides: Partial<ClusterOptions> = {}): Cluster {
  const outside = path.join(root, 'outside')
  const created = createCluster({ dataDir, durable: false, outside, log: (line) => lines.push(line), ...overrides })
  clusters.push(created)
  return created
}

/** Copies a stopped cluster into the data folder, preserving owners. */
function copyTemplate(): void {
  execFileSync('cp', ['-a', template, dataDir])
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function serverPid(): Promise<number> {
  return (await readPostmaster(path.join(dataDir, 'postgres')))?.pid ?? 0
}

function spawnStart(): ChildProcess {
  const script = `const { createCluster } = await import('${MODULE}')
    await createCluster({ dataDir: process.argv[1], durable: false, log() {} }).start(); process.kill(process.pid, 'SIGKILL')`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], { stdio: 'inherit' })
  children.push(parent)
  return parent
}

/** Starts the cluster in another process, which is killed with SIGKILL once it accepts connections. */
async function startAndDie(): Promise<number> {
  const [, signal] = await once(spawnStart(), 'exit')
  expect(signal).toBe('SIGKILL')
  return serverPid()
}

test('creates a UTF-8 cluster that sorts by code point; stopping leaves no process', async () => {
  const server = cluster()
  const { url, adopted } = await server.start()
  expect(adopted).toBe(false)
  expect(
    await query(
      url,
      `SELECT current_database() AS name, rolsuper, datlocprovider, datlocale, current_setting('server_encoding') AS encoding,
        current_setting('TimeZone') AS zone, current_setting('listen_addresses') AS listens
      FROM pg_database, pg_roles WHERE datname = current_database() AND rolname = current_user`,
    ),
  ).toEqual([
    {
      name: 'harbour',
      rolsuper: false,
      datlocprovider: 'b',
      datlocale: 'C.UTF-8',
      encoding: 'UTF8',
      zone: 'UTC',
      listens: '',
    },
  ])
  expect((await stat(path.join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600)
  const pid = await serverPid()
  await server.stop()
  expect(await isAlive(pid)).toBe(false)
  expect((await readdir(dataDir)).toSorted()).toEqual(['postgres', 'postgres.log', 'postgres.password'])
})

test('refuses a wrong password', async () => {
  copyTemplate()
  const { url } = await cluster().start()
  const wrong = new URL(url)
  wrong.password = 'wrong'
  await expect(query(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' })
})

test('data survives a restart', async () => {
  copyTemplate()
  const server = cluster()
  const first = await server.start()
  await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS value')
  await server.stop()
  const second = await server.start()
  expect(await query(second.url, 'SELECT value FROM kept')).toEqual([{ value: 7 }])
})

test('adopts a server whose parent was killed, and stops it in the end', async () => {
  copyTemplate()
  const pid = await startAndDie()
  const server = cluster()
  const { url, adopted } = await server.start()
  expect(adopted).toBe(true)
  expect(await serverPid()).toBe(pid)
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await server.stop()
  expect(await isAlive(pid)).toBe(false)
})

test('restarts a running server with different settings', async () => {
  copyTemplate()
  const pid = await startAndDie()
  const { adopted } = await cluster({ durable: true }).start()
  expect(adopted).toBe(false)
  expect(await isAlive(pid)).toBe(false)
  expect(lines.join()).toContain(`Stopping the PostgreSQL that is still running (process ${pid})`)
})

test('starts despite a pid file of an unrelated process, and does not end that process', async () => {
  copyTemplate()
  const server = cluster()
  await server.start()
  const file = path.join(dataDir, 'postgres', 'postmaster.pid')
  const pidFileText = await readFile(file, 'utf8')
  await server.stop()
  // Same account, so that PostgreSQL itself would consider it a running server.
  const { uid, gid } = await stat(path.join(dataDir, 'postgres'))
  const bystander = spawn('sleep', ['60'], { uid, gid, cwd: '/' })
  children.push(bystander)
  await writeFile(file, pidFileText.replace(/^\d+/, String(bystander.pid)))
  const { adopted } = await server.start()
  expect(adopted).toBe(false)
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
})

test('reports a killed server; the next start recovers', async () => {
  copyTemplate()
  const lost = Promise.withResolvers<void>()
  const server = cluster({ durable: true, onLost: lost.resolve })
  const { url } = await server.start()
  await query(url, 'CREATE TABLE kept AS SELECT 7 AS value')
  process.kill(await serverPid(), 'SIGKILL')
  await lost.promise
  const again = await server.start()
  expect(await query(again.url, 'SELECT value FROM kept')).toEqual([{ value: 7 }])
})

test('repeats an interrupted cluster creation', async () => {
  await mkdir(path.join(dataDir, 'postgres.draft', 'cluster', 'base'), { recursive: true })
  const { url } = await cluster().start()
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(await readdir(dataDir)).not.toContain('postgres.draft')
})

test.each(['cluster', 'cluster/base', 'cluster/global/pg_control', 'cluster/base/1/PG_VERSION'])(
  'creates the cluster although the initdb of a killed start is still running (killed at %s)',
  async (file) => {
    const parent = spawnStart()
    const names = () => readdir(dataDir, { recursive: true }).catch(() => [])
    await until(async () => (await names()).some((name) => name.includes('draft') && name.endsWith(file)), {
      what: file,
      everyMs: 5,
    })
    parent.kill('SIGKILL')
    const { url } = await cluster().start()
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  },
)

test('refuses a cluster of another major version unchanged and describes the upgrade', async () => {
  const folder = path.join(dataDir, 'postgres')
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'PG_VERSION'), '17\n')
  const start = cluster({ dataDir }).start()
  await expect(start).rejects.toMatchObject({ code: 'OTHER_VERSION' })
  await expect(start).rejects.toThrow(/can only be opened by PostgreSQL 17.*npm run backup.*npm run restore/)
  expect(await readdir(folder)).toEqual(['PG_VERSION'])
})

test('sets a new password if the password file is missing', async () => {
  copyTemplate()
  const server = cluster()
  const first = await server.start()
  await server.stop()
  await rm(path.join(dataDir, 'postgres.password'))
  const second = await server.start()
  expect(second.url).not.toBe(first.url)
  expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('uses a loopback port if the path is too long for a socket, also when adopting', async () => {
  dataDir = path.join(root, 'd'.repeat(100))
  copyTemplate()
  const pid = await startAndDie()
  const { url, adopted } = await cluster().start()
  expect(new URL(url).hostname).toBe('127.0.0.1')
  expect(adopted).toBe(true)
  expect(await serverPid()).toBe(pid)
})

test('a command uses a running database and leaves it running', async () => {
  copyTemplate()
  const lock = await lockDataDir(dataDir)
  const { url } = await cluster().start()
  const session = await joinCluster({ dataDir, durable: false, log: () => undefined }, 'npm run ingest')
  expect(session.url).toBe(url)
  await session.close()
  expect(await findRunning(dataDir)).toBe(url)
  await lock.release()
})

test('a command without a running instance starts the database and stops it afterwards', async () => {
  copyTemplate()
  const options = { dataDir, durable: false, log: () => undefined, outside: path.join(root, 'outside') }
  const session = await joinCluster(options, 'npm run ingest')
  expect(await query(session.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await expect(lockDataDir(dataDir, { patient: false })).rejects.toThrow('npm run ingest')
  await session.close()
  expect(await findRunning(dataDir)).toBeUndefined()
  await (await lockDataDir(dataDir, { patient: false })).release()
})

describe.runIf(isRoot)('as root', () => {
  test('PostgreSQL runs as another account, which owns only the cluster', async () => {
    copyTemplate()
    await cluster().start()
    const { uid } = await stat(path.join(dataDir, 'postgres'))
    expect(uid).not.toBe(0)
    expect((await stat(`/proc/${await serverPid()}`)).uid).toBe(uid)
    expect((await stat(path.join(dataDir, 'postgres.password'))).uid).toBe(0)
  })

  test('if other accounts cannot enter the data folder, the cluster is outside, behind a link', async () => {
    await chmod(root, 0o700)
    const outside = await mkdtemp(path.join(tmpdir(), 'hc-out-'))
    await chmod(outside, 0o755)
    try {
      const server = cluster({ outside })
      const first = await server.start()
      await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS value')
      await server.stop()
      expect(await readlink(path.join(dataDir, 'postgres'))).toMatch(outside)
      const second = await server.start()
      expect(await query(second.url, 'SELECT value FROM kept')).toEqual([{ value: 7 }])
      expect((await stat(root)).mode & 0o777).toBe(0o700)
      await server.stop()

      const copy = path.join(root, 'copy')
      await cp(dataDir, copy, { recursive: true, verbatimSymlinks: true })
      await expect(cluster({ outside, dataDir: copy }).start()).rejects.toThrow(`is a copy of ${dataDir}`)
    } finally {
      for (const started of clusters) await started.stop()
      await rm(outside, { recursive: true, force: true })
    }
  })

  test('refuses a cluster owned by root and describes how to fix it', async () => {
    copyTemplate()
    execFileSync('chown', ['-R', '0:0', path.join(dataDir, 'postgres')])
    await chmod(root, 0o700)
    await expect(cluster().start()).rejects.toThrow(/cannot enter the database in .*chown -R \d+:\d+ /)
    expect(await readdir(root)).toEqual(['data'])
  })

  test('reports an account that does not exist', async () => {
    await expect(cluster({ user: 'harbour-nobody-has-this' }).start()).rejects.toMatchObject({ code: 'NO_ACCOUNT' })
  })
})
