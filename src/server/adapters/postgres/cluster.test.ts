import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { joinCluster } from './cluster-session.ts'
import { type Cluster, type ClusterOptions, createCluster, findRunning } from './cluster.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { isAlive, readPostmaster } from './postmaster.ts'

const MODULE = new URL('./cluster.ts', import.meta.url).href
const isRoot = process.getuid?.() === 0

let template: string
let root: string
let dataDir: string
let lines: string[]
let clusters: Cluster[]
let children: ChildProcess[]

// Most tests begin with a stopped cluster; copying one is five times faster than making it.
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

function cluster(more: Partial<ClusterOptions> = {}): Cluster {
  const outside = path.join(root, 'outside')
  const made = createCluster({ dataDir, durable: false, outside, log: (line) => lines.push(line), ...more })
  clusters.push(made)
  return made
}

/** Lays a stopped cluster into the data folder, with its owners. */
function layCluster(): void {
  execFileSync('cp', ['-a', template, dataDir])
}

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
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

/** Another process starts the cluster and is killed by -9 as soon as it answers. */
async function startAndDie(): Promise<number> {
  const script = `const { createCluster } = await import('${MODULE}')
    await createCluster({ dataDir: process.argv[1], durable: false, log() {} }).start(); process.kill(process.pid, 'SIGKILL')`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], { stdio: 'inherit' })
  children.push(parent)
  const [, signal] = await once(parent, 'exit')
  expect(signal).toBe('SIGKILL')
  return serverPid()
}

test('a fresh folder gets a UTF-8 cluster that sorts by code point, and stopping leaves nothing running', async () => {
  const server = cluster()
  const { url, adopted } = await server.start()
  expect(adopted).toBe(false)
  expect(
    await ask(
      url,
      `SELECT current_database() AS name, rolsuper, datlocprovider, datlocale, current_setting('server_encoding') AS encoding,
        current_setting('TimeZone') AS zone, current_setting('listen_addresses') AS listens
      FROM pg_database, pg_roles WHERE datname = current_database() AND rolname = current_user`,
    ),
  ).toEqual([
    {
      name: 'harbour',
      rolsuper: true,
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

test('a wrong password opens nothing', async () => {
  layCluster()
  const { url } = await cluster().start()
  const wrong = new URL(url)
  wrong.password = 'wrong'
  await expect(ask(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' })
})

test('a second start keeps what the first wrote', async () => {
  layCluster()
  const server = cluster()
  const first = await server.start()
  await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS value')
  await server.stop()
  const second = await server.start()
  expect(await ask(second.url, 'SELECT value FROM kept')).toEqual([{ value: 7 }])
})

test('a server whose parent was killed by -9 is taken over, and stopped in the end', async () => {
  layCluster()
  const pid = await startAndDie()
  const server = cluster()
  const { url, adopted } = await server.start()
  expect(adopted).toBe(true)
  expect(await serverPid()).toBe(pid)
  expect(await ask(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await server.stop()
  expect(await isAlive(pid)).toBe(false)
})

test('one that runs with other settings is stopped and started anew', async () => {
  layCluster()
  const pid = await startAndDie()
  const { adopted } = await cluster({ durable: true }).start()
  expect(adopted).toBe(false)
  expect(await isAlive(pid)).toBe(false)
  expect(lines.join()).toContain(`Stopping the PostgreSQL that is still running (process ${pid})`)
})

test('a pid file that names another program is no obstacle, and that program lives on', async () => {
  layCluster()
  const server = cluster()
  await server.start()
  const file = path.join(dataDir, 'postgres', 'postmaster.pid')
  const note = await readFile(file, 'utf8')
  await server.stop()
  // The same account, so that PostgreSQL itself would take it for a rival.
  const { uid, gid } = await stat(path.join(dataDir, 'postgres'))
  const bystander = spawn('sleep', ['60'], { uid, gid, cwd: '/' })
  children.push(bystander)
  await writeFile(file, note.replace(/^\d+/, String(bystander.pid)))
  const { adopted } = await server.start()
  expect(adopted).toBe(false)
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
})

test('a server killed by -9 is reported, and the next start recovers', async () => {
  layCluster()
  const lost = Promise.withResolvers<void>()
  const server = cluster({ durable: true, onLost: lost.resolve })
  const { url } = await server.start()
  await ask(url, 'CREATE TABLE kept AS SELECT 7 AS value')
  process.kill(await serverPid(), 'SIGKILL')
  await lost.promise
  const again = await server.start()
  expect(await ask(again.url, 'SELECT value FROM kept')).toEqual([{ value: 7 }])
})

test('a cluster that was being made when the machine stopped is made anew', async () => {
  await mkdir(path.join(dataDir, 'postgres.draft', 'cluster', 'base'), { recursive: true })
  const { url } = await cluster().start()
  expect(await ask(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(await readdir(dataDir)).not.toContain('postgres.draft')
})

test('a folder of another major version is refused untouched, with the way over', async () => {
  const folder = path.join(dataDir, 'postgres')
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'PG_VERSION'), '17\n')
  const start = cluster({ dataDir }).start()
  await expect(start).rejects.toMatchObject({ code: 'OTHER_VERSION' })
  await expect(start).rejects.toThrow(/can only be opened by PostgreSQL 17.*npm run backup.*npm run restore/)
  expect(await readdir(folder)).toEqual(['PG_VERSION'])
})

test('a lost password file is replaced by a new password', async () => {
  layCluster()
  const server = cluster()
  const first = await server.start()
  await server.stop()
  await rm(path.join(dataDir, 'postgres.password'))
  const second = await server.start()
  expect(second.url).not.toBe(first.url)
  expect(await ask(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a path too long for a socket goes over a loopback port, with adoption too', async () => {
  dataDir = path.join(root, 'd'.repeat(100))
  layCluster()
  const pid = await startAndDie()
  const { url, adopted } = await cluster().start()
  expect(new URL(url).hostname).toBe('127.0.0.1')
  expect(adopted).toBe(true)
  expect(await serverPid()).toBe(pid)
})

test('a command uses the running database and leaves it running', async () => {
  layCluster()
  const lock = await lockDataDir(dataDir)
  const { url } = await cluster().start()
  const session = await joinCluster({ dataDir, durable: false, log: () => undefined }, 'npm run ingest')
  expect(session.url).toBe(url)
  await session.close()
  expect(await findRunning(dataDir)).toBe(url)
  await lock.release()
})

test('a command without a running Harbour starts the database and stops it again', async () => {
  layCluster()
  const options = { dataDir, durable: false, log: () => undefined, outside: path.join(root, 'outside') }
  const session = await joinCluster(options, 'npm run ingest')
  expect(await ask(session.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await expect(lockDataDir(dataDir, { patient: false })).rejects.toThrow('npm run ingest')
  await session.close()
  expect(await findRunning(dataDir)).toBeUndefined()
  await (await lockDataDir(dataDir, { patient: false })).release()
})

describe.runIf(isRoot)('as root', () => {
  test('PostgreSQL runs as another account, which owns the cluster and nothing else', async () => {
    layCluster()
    await cluster().start()
    const { uid } = await stat(path.join(dataDir, 'postgres'))
    expect(uid).not.toBe(0)
    expect((await stat(`/proc/${await serverPid()}`)).uid).toBe(uid)
    expect((await stat(path.join(dataDir, 'postgres.password'))).uid).toBe(0)
  })

  test('where other accounts may not go, the cluster lives outside behind a link', async () => {
    await chmod(root, 0o700)
    const outside = await mkdtemp(path.join(tmpdir(), 'hc-out-'))
    await chmod(outside, 0o755)
    try {
      const server = cluster({ outside })
      const first = await server.start()
      await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS value')
      await server.stop()
      expect(await readlink(path.join(dataDir, 'postgres'))).toMatch(outside)
      const second = await server.start()
      expect(await ask(second.url, 'SELECT value FROM kept')).toEqual([{ value: 7 }])
      expect((await stat(root)).mode & 0o777).toBe(0o700)
      await server.stop()

      const copy = path.join(root, 'copy')
      await cp(dataDir, copy, { recursive: true, verbatimSymlinks: true })
      await expect(cluster({ outside, dataDir: copy }).start()).rejects.toThrow(`is a copy of ${dataDir}`)
    } finally {
      for (const made of clusters) await made.stop()
      await rm(outside, { recursive: true, force: true })
    }
  })

  test('a cluster that was given to root is refused as it is, with the way to open it', async () => {
    layCluster()
    execFileSync('chown', ['-R', '0:0', path.join(dataDir, 'postgres')])
    await chmod(root, 0o700)
    await expect(cluster().start()).rejects.toThrow(/cannot enter the database in .*chown -R \d+:\d+ /)
    expect(await readdir(root)).toEqual(['data'])
  })

  test('an account that does not exist is said', async () => {
    await expect(cluster({ user: 'harbour-nobody-has-this' }).start()).rejects.toMatchObject({ code: 'NO_ACCOUNT' })
  })
})
