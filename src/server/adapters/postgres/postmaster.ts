import { execFile } from 'node:child_process'
import { readFile, readlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { program } from './cluster-binaries.ts'
import type { Address } from './cluster-settings.ts'

const run = promisify(execFile)

/** No process ever has this number: Linux ends at 2^22, the others far below. */
const NOBODYS_PID = 2_147_483_647
const PATIENCE_MS = { fast: 30_000, immediate: 10_000 } as const
const POLL_MS = 20

/** What `postmaster.pid` says of a server, alive or not. */
export type Postmaster = { pid: number; address: Address; ready: boolean }

/** Reads `postmaster.pid` of a cluster; undefined when there is none or it makes no sense. */
export async function readPostmaster(clusterDir: string): Promise<Postmaster | undefined> {
  const text = await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port, socketDir, , , status] = text.split('\n').map((line) => line.trim())
  if (!Number(pid)) return undefined
  return {
    // A server in single-user mode writes its number with a minus.
    pid: Math.abs(Number(pid)),
    address: socketDir ? { socketDir } : { port: Number(port) },
    ready: status === 'ready',
  }
}

/** The server of this very cluster if it lives: neither a dead one, nor a program that got its number since. */
export async function livePostmaster(clusterDir: string, native?: string): Promise<Postmaster | undefined> {
  const postmaster = await readPostmaster(clusterDir)
  if (!postmaster || !(await isAlive(postmaster.pid))) return undefined
  return (await serves(postmaster.pid, clusterDir, native)) ? postmaster : undefined
}

/** Whether the process runs; one that has ended and was not yet collected by its parent does not. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return !/^\d+ \(.*\) [ZX]/s.test(status)
}

async function serves(pid: number, clusterDir: string, native?: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const [command = ''] = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
    // The server enters its data folder first of all, so this holds for relative -D too.
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    return path.basename(command) === 'postgres' && cwd === clusterDir
  }
  if (process.platform === 'win32') {
    return native !== undefined && succeeds(program(native, 'pg_ctl'), ['status', '-D', clusterDir])
  }
  const { stdout } = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.includes('postgres') && stdout.includes(clusterDir)
}

/** Whether the program that the process runs was deleted or replaced since: such a server can load no more libraries. */
export async function runsDeletedProgram(pid: number): Promise<boolean> {
  const running = await readlink(`/proc/${pid}/exe`).catch(() => '')
  return running.endsWith(' (deleted)')
}

/** The arguments that the server in this cluster was last started with, as PostgreSQL wrote them down. */
export async function lastOptions(clusterDir: string): Promise<string> {
  const line = await readFile(path.join(clusterDir, 'postmaster.opts'), 'utf8').catch(() => '')
  return line.trim().replace(/^.*? (?=")/, '')
}

/**
 * Frees `postmaster.pid` of a number that belongs to another program by now, which PostgreSQL itself would take for a
 * rival of its own account. Only the number is replaced: PostgreSQL still checks the shared memory named in the file.
 */
export async function disownReusedPid(clusterDir: string): Promise<void> {
  const file = path.join(clusterDir, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return
  const [, ...rest] = text.split('\n')
  if (rest.length === 0) return
  await writeFile(file, [NOBODYS_PID, ...rest].join('\n'))
}

/** Stops a server and waits until it is gone: fast (open transactions roll back), at last at once (it recovers later). */
export async function stopPostmaster(pid: number, clusterDir: string, native: string): Promise<void> {
  if (process.platform === 'win32') {
    await succeeds(program(native, 'pg_ctl'), ['stop', '-D', clusterDir, '-m', 'fast', '-w'])
    return
  }
  signal(pid, 'SIGINT')
  if (await gone(pid, PATIENCE_MS.fast)) return
  signal(pid, 'SIGQUIT')
  await gone(pid, PATIENCE_MS.immediate)
}

/** Waits for the end of a process. @returns false when it outlives the patience */
async function gone(pid: number, patienceMs: number): Promise<boolean> {
  for (let waited = 0; waited < patienceMs; waited += POLL_MS) {
    if (!(await isAlive(pid))) return true
    await wait(POLL_MS)
  }
  return false
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It ended in the meantime, which is what was wanted.
  }
}

async function succeeds(file: string, args: string[]): Promise<boolean> {
  return run(file, args).then(
    () => true,
    () => false,
  )
}
