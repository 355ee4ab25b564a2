import { type ChildProcess, spawn, execFile } from 'node:child_process'
import { open, rename, stat, readFile, readlink, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { program } from './cluster-binaries.ts'
import { ClusterError, explain } from './cluster-error.ts'
import { PROGRAM_ENV, type Site } from './cluster-initdb.ts'
import { type Address, connectionString, fitsSocket, launchArguments, OWNER } from './cluster-settings.ts'
import { promisify } from 'node:util'

const LOG = 'postgres.log'
const LOG_MAX_BYTES = 10 * 1024 * 1024
const POLL_MS = 20
const SILENCE_MAX_MS = 60_000
const REPORT_EVERY_MS = 5_000
/** Another program may take the chosen port before PostgreSQL does. */
const ATTEMPTS = 5
const RETRY_MS = 300

export type Launched = { child: ChildProcess; address: Address }

/**
 * Waits until the server accepts connections.
 * @throws ClusterError when the server exits instead
 */
export async function launch(site: Site, password: string, log: (line: string) => void): Promise<Launched> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await launchOnce(site, password, log)
    } catch (error) {
      if (attempt === ATTEMPTS || !isTransient(error)) throw error
      await wait(RETRY_MS * attempt)
    }
  }
}

// A killed server's shared memory is held until its child processes have ended.
function isTransient(error: unknown): boolean {
  if (!(error instanceof ClusterError)) return false
  return error.code === 'PORT_IN_USE' || error.message.includes('pre-existing shared memory block')
}

async function launchOnce(site: Site, password: string, log: (line: string) => void): Promise<Launched> {
  const address = await pickAddress(site.clusterDir)
  const logFile = path.join(site.dataDir, LOG)
  const size = await rotatedSize(logFile)
  const handle = await open(logFile, 'a', 0o600)
  const child = spawn(program(site.native, 'postgres'), launchArguments({ ...site, address }), {
    ...site.account,
    cwd: path.parse(site.native).root,
    env: PROGRAM_ENV,
    stdio: ['ignore', handle.fd, handle.fd],
    // A process group of its own: Ctrl-C must not reach it before stop() does.
    detached: process.platform !== 'win32',
  })
  const ended = new AbortController()
  child.once('error', () => ended.abort()).once('exit', () => ended.abort())
  const url = connectionString(address, password)
  try {
    await acceptsConnections(url, { log, patienceMs: SILENCE_MAX_MS, ended: ended.signal })
    return { child, address }
  } catch (error) {
    if (ended.signal.aborted) throw explain(await tail(logFile, size), site.dataDir)
    await stopPostmaster(child.pid ?? 0, site.clusterDir, site.native)
    throw error
  } finally {
    await handle.close()
  }
}

async function pickAddress(clusterDir: string): Promise<Address> {
  if (fitsSocket(clusterDir, process.platform)) return { socketDir: clusterDir }
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return { port }
}

/** `ended`: the server has exited. */
type WaitOptions = { log: (line: string) => void; patienceMs: number; ended?: AbortSignal }

/** Creates the database in a new cluster. Long recoveries are reported, not aborted. */
export async function acceptsConnections(url: string, { log, patienceMs, ended }: WaitOptions): Promise<void> {
  let lastContactAt = performance.now()
  let lastReportAt = lastContactAt
  for (;;) {
    const state = await probe(url)
    if (state === 'ready') return
    const now = performance.now()
    if (state === 'starting') lastContactAt = now
    if (ended?.aborted || now - lastContactAt > patienceMs) break
    if (now - lastReportAt > REPORT_EVERY_MS) {
      log('PostgreSQL is recovering after an unclean shutdown …')
      lastReportAt = now
    }
    await wait(POLL_MS)
  }
  throw new ClusterError('FAILED', 'PostgreSQL is not responding.')
}

async function probe(url: string): Promise<'ready' | 'silent' | 'starting'> {
  try {
    await query(url, 'SELECT 1')
    return 'ready'
  } catch (error) {
    const code = (error as { code?: string }).code
    if (code === '3D000') return createDatabase(url)
    if (code === '28P01') throw wrongPassword()
    // cannot_connect_now: starting or recovering.
    return code === '57P03' ? 'starting' : 'silent'
  }
}

/** The server runs and does not know this role or its password. */
export async function refusesPassword(url: string): Promise<boolean> {
  return query(url, 'SELECT 1').then(
    () => false,
    (error: { code?: string }) => error.code === '28P01',
  )
}

async function createDatabase(url: string): Promise<'ready'> {
  const maintenance = new URL(url)
  maintenance.pathname = '/postgres'
  await query(maintenance.href, `CREATE DATABASE ${OWNER}`)
  return 'ready'
}

async function query(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  // Of the idle connection; errors of the query are thrown.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(text)
  } finally {
    await client.end().catch(() => undefined)
  }
}

function wrongPassword(): ClusterError {
  const message =
    'postgres.password in the data folder does not open its database. Delete that file and start again: a new password is set.'
  return new ClusterError('FAILED', message)
}

async function rotatedSize(file: string): Promise<number> {
  const size = await sizeOf(file)
  if (size <= LOG_MAX_BYTES) return size
  await rename(file, `${file}.1`)
  return 0
}

async function tail(file: string, from: number): Promise<string> {
  const handle = await open(file)
  try {
    const length = Math.max(0, (await handle.stat()).size - from)
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, from)
    return buffer.toString()
  } finally {
    await handle.close()
  }
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    (entry) => entry.size,
    () => 0,
  )
}

const run = promisify(execFile)

/** Linux ends at 2^22, other systems far below. */
const UNUSED_PID = 2_147_483_647
const STOP_TIMEOUT_MS = { fast: 30_000, immediate: 10_000 } as const

/** Of `postmaster.pid`, whether or not the server is alive. */
export type Postmaster = { pid: number; address: Address; ready: boolean }

export async function readPostmaster(clusterDir: string): Promise<Postmaster | undefined> {
  const text = await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port, socketDir, , , status] = text.split('\n').map((line) => line.trim())
  if (!Number(pid)) return undefined
  return {
    // Negative in single-user mode.
    pid: Math.abs(Number(pid)),
    address: socketDir ? { socketDir } : { port: Number(port) },
    ready: status === 'ready',
  }
}

/** Undefined for a dead server, or if its pid was reused. */
export async function livePostmaster(clusterDir: string, native?: string): Promise<Postmaster | undefined> {
  const postmaster = await readPostmaster(clusterDir)
  if (!postmaster || !(await isAlive(postmaster.pid))) return undefined
  return (await serves(postmaster.pid, clusterDir, native)) ? postmaster : undefined
}

/** Zombies do not count. */
export async function isAlive(pid: number): Promise<boolean> {
  if (!exists(pid)) return false
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // Without /proc, or a zombie was reaped meanwhile.
  return status === '' ? exists(pid) : !/^\d+ \(.*\) [ZX]/s.test(status)
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function serves(pid: number, clusterDir: string, native?: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const [command = ''] = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
    // The server changes to its data folder, so a relative -D works too.
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    return path.basename(command) === 'postgres' && cwd === clusterDir
  }
  if (process.platform === 'win32') {
    return native !== undefined && succeeds(program(native, 'pg_ctl'), ['status', '-D', clusterDir])
  }
  const { stdout } = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.includes('postgres') && stdout.includes(clusterDir)
}

/** Deleted or replaced: such a server cannot load further libraries. */
export async function runsDeletedProgram(pid: number): Promise<boolean> {
  const running = await readlink(`/proc/${pid}/exe`).catch(() => '')
  return running.endsWith(' (deleted)')
}

/** As recorded by PostgreSQL. */
export async function lastOptions(clusterDir: string): Promise<string> {
  const line = await readFile(path.join(clusterDir, 'postmaster.opts'), 'utf8').catch(() => '')
  return line.trim().replace(/^.*? (?=")/, '')
}

/** PostgreSQL would take a reused pid for a running server of the same account. It still checks the shared memory named in the file. */
export async function disownReusedPid(clusterDir: string): Promise<void> {
  const file = path.join(clusterDir, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return
  const [, ...rest] = text.split('\n')
  if (rest.length === 0) return
  await writeFile(file, [UNUSED_PID, ...rest].join('\n'))
}

/** Fast (open transactions roll back), then immediate (recovery at the next start). Waits for its end. */
export async function stopPostmaster(pid: number, clusterDir: string, native: string): Promise<void> {
  if (process.platform === 'win32') {
    await succeeds(program(native, 'pg_ctl'), ['stop', '-D', clusterDir, '-m', 'fast', '-w'])
    return
  }
  signal(pid, 'SIGINT')
  if (await waitForExit(pid, STOP_TIMEOUT_MS.fast)) return
  signal(pid, 'SIGQUIT')
  await waitForExit(pid, STOP_TIMEOUT_MS.immediate)
}

/** @returns false after the timeout */
async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  for (let waited = 0; waited < timeoutMs; waited += POLL_MS) {
    if (!(await isAlive(pid))) return true
    await wait(POLL_MS)
  }
  return false
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process ended in the meantime.
  }
}

async function succeeds(file: string, args: string[]): Promise<boolean> {
  return run(file, args).then(
    () => true,
    () => false,
  )
}
