import { execFile } from 'node:child_process'
import { readFile, readlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { program } from './cluster-binaries.ts'
import type { Address } from './cluster-settings.ts'

const run = promisify(execFile)

/** A pid that no process can have: Linux ends at 2^22, other systems far below. */
const UNUSED_PID = 2_147_483_647
const STOP_TIMEOUT_MS = { fast: 30_000, immediate: 10_000 } as const
const POLL_MS = 20

/** Contents of `postmaster.pid`, whether or not the server is alive. */
export type Postmaster = { pid: number; address: Address; ready: boolean }

/** Reads `postmaster.pid` of a cluster; undefined if missing or invalid. */
export async function readPostmaster(clusterDir: string): Promise<Postmaster | undefined> {
  const text = await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port, socketDir, , , status] = text.split('\n').map((line) => line.trim())
  if (!Number(pid)) return undefined
  return {
    // A server in single-user mode writes a negative pid.
    pid: Math.abs(Number(pid)),
    address: socketDir ? { socketDir } : { port: Number(port) },
    ready: status === 'ready',
  }
}

/** The live server of this cluster; undefined for a dead one, or if its pid was reused by another program. */
export async function livePostmaster(clusterDir: string, native?: string): Promise<Postmaster | undefined> {
  const postmaster = await readPostmaster(clusterDir)
  if (!postmaster || !(await isAlive(postmaster.pid))) return undefined
  return (await serves(postmaster.pid, clusterDir, native)) ? postmaster : undefined
}

/** Whether the process is running. Zombies do not count. */
export async function isAlive(pid: number): Promise<boolean> {
  if (!exists(pid)) return false
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // Without a file the system has no /proc, or a zombie was reaped in the meantime.
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
    // The server changes to its data folder first, so this also works with a relative -D.
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    return path.basename(command) === 'postgres' && cwd === clusterDir
  }
  if (process.platform === 'win32') {
    return native !== undefined && succeeds(program(native, 'pg_ctl'), ['status', '-D', clusterDir])
  }
  const { stdout } = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.includes('postgres') && stdout.includes(clusterDir)
}

/** Whether the program file of the process was deleted or replaced. Such a server cannot load further libraries. */
export async function runsDeletedProgram(pid: number): Promise<boolean> {
  const running = await readlink(`/proc/${pid}/exe`).catch(() => '')
  return running.endsWith(' (deleted)')
}

/** Arguments of the last start of the server in this cluster, as recorded by PostgreSQL. */
export async function lastOptions(clusterDir: string): Promise<string> {
  const line = await readFile(path.join(clusterDir, 'postmaster.opts'), 'utf8').catch(() => '')
  return line.trim().replace(/^.*? (?=")/, '')
}

/**
 * Replaces a reused pid in `postmaster.pid`, which PostgreSQL would take for a running server of the same account.
 * Only the pid is replaced: PostgreSQL still checks the shared memory named in the file.
 */
export async function disownReusedPid(clusterDir: string): Promise<void> {
  const file = path.join(clusterDir, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return
  const [, ...rest] = text.split('\n')
  if (rest.length === 0) return
  await writeFile(file, [UNUSED_PID, ...rest].join('\n'))
}

/**
 * Stops a server and waits for its end: first a fast shutdown (open transactions roll back), then an immediate one
 * (recovery at the next start).
 */
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

/**
 * Waits for a process to end.
 * @returns false after the timeout
 */
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
