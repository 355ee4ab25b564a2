import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { IngestError } from '#server/domains/media/ports.ts'
import { everyProcessor } from '#server/kit/processors.ts'

/** What one process may use, and how it is told of. */
export type Limits = {
  seconds: number
  /** Without a sign of life for this long, it hangs. */
  stallSeconds: number
  signal?: AbortSignal | undefined
  pidFile?: string | undefined
  background?: boolean
  cwd?: string
  onLine?: (line: string) => void
}

export type Ended = { code: number | null; endedBy: NodeJS.Signals | null; stdout: string; stderr: string }

/** Address space of one encoder: 4K HEVC takes about 3 GB of memory, a decoder fooled by a bad header must not take the machine. */
const MEMORY_KB = 12 * 1024 * 1024
/**
 * The packaged programs are statically linked. Where a container names its texts' character set (MPEG-TS), their libc would load the
 * system's converters, which belong to another libc, and crash. Without these it still has Unicode and ASCII.
 */
const NO_CHARACTER_SETS = '/nonexistent'
const STDERR_KEPT = 16_000
const STDOUT_MAX = 32_000_000
/** Signals that a decoder does not bring upon itself. */
const FROM_OUTSIDE: ReadonlySet<NodeJS.Signals> = new Set(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'])

/**
 * Runs a program within limits. On Unix a shell notes its own process id, sets the memory limit and then becomes the program,
 * so that there is no moment in which the program runs unnoted.
 * @throws CANCELLED, TIMEOUT, NO_ENCODER; an exit code is returned
 */
export async function runLimited(program: string, args: string[], limits: Limits): Promise<Ended> {
  const { signal, pidFile } = limits
  if (signal?.aborted) throw new IngestError('CANCELLED')
  const child = start(program, args, limits)
  if (process.platform === 'win32' && pidFile) writeFileSync(pidFile, `${child.pid}`)
  let why: 'CANCELLED' | 'TIMEOUT' | null = null
  const end = (reason: typeof why) => {
    why ??= reason
    child.kill('SIGKILL')
  }
  const onAbort = () => end('CANCELLED')
  signal?.addEventListener('abort', onAbort, { once: true })
  const whole = setTimeout(() => end('TIMEOUT'), limits.seconds * 1000)
  const stall = setTimeout(() => end('TIMEOUT'), limits.stallSeconds * 1000)
  try {
    const ended = await collect(child, limits, () => stall.refresh())
    if (why) throw new IngestError(why)
    // The machine is going down, or out of memory: no fault of the film, so that the job stays to be taken up again.
    if (ended.endedBy && FROM_OUTSIDE.has(ended.endedBy)) throw new Error(`${program} was ended by ${ended.endedBy}`)
    if (ended.code === 127 || ended.code === 126) throw new IngestError('NO_ENCODER', { detail: program })
    if (/No space left on device|Disk quota exceeded/i.test(ended.stderr)) throw new IngestError('DISK_FULL')
    return ended
  } finally {
    signal?.removeEventListener('abort', onAbort)
    clearTimeout(whole)
    clearTimeout(stall)
    if (pidFile) rmSync(pidFile, { force: true })
  }
}

type Child = ChildProcessByStdio<null, Readable, Readable>

function start(program: string, args: string[], { pidFile, background, cwd }: Limits): Child {
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']
  if (process.platform === 'win32') return spawn(program, args, { cwd, stdio, windowsHide: true })
  const script = [
    ...(process.platform === 'linux'
      ? [`ulimit -v ${MEMORY_KB} 2>/dev/null`, `export GCONV_PATH=${NO_CHARACTER_SETS}`]
      : []),
    'if [ -n "$1" ]; then echo $$ > "$1"; fi',
    'shift',
    background ? 'exec nice -n 19 "$@"' : `exec ${inForeground()}"$@"`,
  ]
  return spawn('/bin/sh', ['-c', script.join('\n'), 'sh', pidFile ?? '', program, ...args], { cwd, stdio })
}

/** Somebody waits for it: it may use what the worker leaves to pages. */
const inForeground = (): string => (everyProcessor() ? `taskset -c ${everyProcessor()} ` : '')

function collect(child: Child, { onLine }: Limits, alive: () => void): Promise<Ended> {
  return new Promise((resolve, reject) => {
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      alive()
      stdout += text
      if (!onLine) {
        if (stdout.length > STDOUT_MAX) child.kill('SIGABRT')
        return
      }
      const lines = stdout.split('\n')
      stdout = lines.pop() ?? ''
      lines.forEach(onLine)
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-STDERR_KEPT)
    })
    child.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? new IngestError('NO_ENCODER') : error),
    )
    child.on('close', (code, endedBy) => resolve({ code, endedBy, stdout, stderr }))
  })
}

const run = promisify(execFile)

async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  if (process.platform === 'win32') return ''
  return run('ps', ['-o', 'command=', '-p', `${pid}`]).then(
    ({ stdout }) => stdout,
    () => '',
  )
}

const ORPHAN_WAIT_MS = 50
const ORPHAN_TRIES = 200

/**
 * Ends the process that a note names, if its command line still speaks of the note's own folder:
 * the number may long belong to somebody else. Returns once it is gone.
 */
export async function endOrphan(pidFile: string, folder: string): Promise<void> {
  let pid: number
  try {
    pid = Number(readFileSync(pidFile, 'utf8').trim())
  } catch {
    return
  }
  const isOurs = async () => Number.isInteger(pid) && pid > 1 && (await commandOf(pid)).includes(folder)
  if (await isOurs()) {
    process.kill(pid, 'SIGKILL')
    for (let tries = 0; tries < ORPHAN_TRIES && (await isOurs()); tries++) await sleep(ORPHAN_WAIT_MS)
  }
  rmSync(pidFile, { force: true })
}
