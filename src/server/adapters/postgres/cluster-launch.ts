import { type ChildProcess, spawn } from 'node:child_process'
import { open, rename, stat } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { program } from './cluster-binaries.ts'
import { ClusterError, explain } from './cluster-error.ts'
import { PROGRAM_ENV, type Site } from './cluster-initdb.ts'
import { type Address, connectionString, fitsSocket, launchArguments, OWNER } from './cluster-settings.ts'
import { stopPostmaster } from './postmaster.ts'

const LOG = 'postgres.log'
const LOG_MAX_BYTES = 10 * 1024 * 1024
const POLL_MS = 20
const SILENCE_MAX_MS = 60_000
const REPORT_EVERY_MS = 5_000
/** Attempts to start. Another program may take the chosen port before PostgreSQL binds it. */
const ATTEMPTS = 5
const RETRY_MS = 300

/** A server started by this process. */
export type Launched = { child: ChildProcess; address: Address }

/**
 * Starts the server and waits until it accepts connections.
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

// The shared memory of a killed server is held until its child processes have ended.
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
    // Separate process group, so that Ctrl-C in the terminal does not reach the server before stop() does.
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

/** How long to wait for a connection. `ended` aborts the wait when the server has exited. */
type WaitOptions = { log: (line: string) => void; patienceMs: number; ended?: AbortSignal }

/**
 * Waits until Harbour's database accepts connections, and creates it in a new cluster. Long recoveries are reported,
 * not aborted.
 */
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
    // cannot_connect_now: the server is starting or recovering.
    return code === '57P03' ? 'starting' : 'silent'
  }
}

/** True if the server runs and does not know this role or its password. */
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
  // Errors of an idle connection are emitted here; errors of the query itself are thrown.
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
