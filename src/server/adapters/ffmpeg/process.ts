import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { IngestError, type EncoderRun, type EncodeProgress } from '#server/domains/media/ports.ts'
import { everyProcessor } from '#server/kit/processors.ts'
import type { Confinement } from './confinement.ts'
import type { Access } from './confinement.rules.ts'
import type { Binaries } from './binaries.ts'

export type Limits = {
  seconds: number
  /** Without output. */
  stallSeconds: number
  signal?: AbortSignal | undefined
  pidFile?: string | undefined
  background?: boolean
  cwd?: string
  onLine?: (line: string) => void
  /** Without it the program can reach what its account can. */
  confinement?: Confinement | undefined
  access?: Access
}

export type ProcessResult = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }

/** Address space in KiB. 4K HEVC takes about 3 GB; a malformed header must not exhaust the machine. */
const MEMORY_KB = 12 * 1024 * 1024
/**
 * The packaged programs are static. Their libc would load the system's converters for a declared character set (MPEG-TS), built for
 * another libc, and crash. An empty path leaves Unicode and ASCII.
 */
const NO_GCONV_PATH = '/nonexistent'
const STDERR_MAX = 16_000
const STDOUT_MAX = 32_000_000
/** Not a decoder crash. */
const EXTERNAL_SIGNALS: ReadonlySet<NodeJS.Signals> = new Set(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'])

/**
 * A shell writes its process id to the pid file, sets the memory limit and execs the program: it never runs without a pid file.
 * @throws CANCELLED, TIMEOUT, NO_ENCODER; an exit code is returned
 */
export async function runLimited(program: string, args: string[], limits: Limits): Promise<ProcessResult> {
  const { signal, pidFile } = limits
  if (signal?.aborted) throw new IngestError('CANCELLED')
  const child = start(program, args, limits)
  if (process.platform === 'win32' && pidFile) writeFileSync(pidFile, `${child.pid}`)
  let endReason: 'CANCELLED' | 'TIMEOUT' | null = null
  const end = (reason: typeof endReason) => {
    endReason ??= reason
    child.kill('SIGKILL')
  }
  const onAbort = () => end('CANCELLED')
  signal?.addEventListener('abort', onAbort, { once: true })
  const timeLimit = setTimeout(() => end('TIMEOUT'), limits.seconds * 1000)
  const stall = setTimeout(() => end('TIMEOUT'), limits.stallSeconds * 1000)
  try {
    const ended = await collect(child, limits, () => stall.refresh())
    if (endReason) throw new IngestError(endReason)
    // Machine shutdown or out of memory: the job stays resumable.
    if (ended.signal && EXTERNAL_SIGNALS.has(ended.signal)) throw new Error(`${program} was ended by ${ended.signal}`)
    if (ended.code === 127 || ended.code === 126) throw new IngestError('NO_ENCODER', { detail: program })
    if (/No space left on device|Disk quota exceeded/i.test(ended.stderr)) throw new IngestError('DISK_FULL')
    return ended
  } finally {
    signal?.removeEventListener('abort', onAbort)
    clearTimeout(timeLimit)
    clearTimeout(stall)
    if (pidFile) rmSync(pidFile, { force: true })
  }
}

type Child = ChildProcessByStdio<null, Readable, Readable>

/** Others can hold the master key or passwords. */
const VARIABLES = [
  'PATH',
  'LANG',
  'LC_ALL',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'TMPDIR',
]

const environment = () =>
  // oxlint-disable-next-line node/no-process-env -- handed on, not read
  Object.fromEntries(Object.entries(process.env).filter(([name]) => VARIABLES.includes(name.toUpperCase())))

function start(program: string, args: string[], limits: Limits): Child {
  const { pidFile, background, cwd, confinement, access } = limits
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']
  const options = { cwd, stdio, env: environment() }
  if (process.platform === 'win32') return spawn(program, args, { ...options, windowsHide: true })
  const command = confinement?.command(program, args, { ...access, cwd }) ?? [program, ...args]
  const script = [
    ...(process.platform === 'linux'
      ? [`ulimit -v ${MEMORY_KB} 2>/dev/null`, `export GCONV_PATH=${NO_GCONV_PATH}`]
      : []),
    'if [ -n "$1" ]; then echo $$ > "$1"; fi',
    'shift',
    background ? 'exec nice -n 19 "$@"' : `exec ${foregroundPrefix()}"$@"`,
  ]
  return spawn('/bin/sh', ['-c', script.join('\n'), 'sh', pidFile ?? '', ...command], options)
}

/** Processors that are not reserved for pages. */
const foregroundPrefix = (): string => (everyProcessor() ? `taskset -c ${everyProcessor()} ` : '')

function collect(child: Child, { onLine }: Limits, onOutput: () => void): Promise<ProcessResult> {
  return new Promise((resolve, reject) => {
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      onOutput()
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
      stderr = (stderr + text).slice(-STDERR_MAX)
    })
    child.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? new IngestError('NO_ENCODER') : error),
    )
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
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

/** Its command line must contain the pid file's folder, since ids are reused. Returns once it has ended. */
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

const PROBE_LIMITS: Limits = { seconds: 120, stallSeconds: 120 }
const STALL_SECONDS = 600
/** Per second of video: 4K HEVC at lowest priority on a small machine. */
const SECONDS_PER_SECOND = 60
const SECONDS_MIN = 1800

export const limitsOf = ({ signal, pidFile, background }: EncoderRun, durationSeconds: number): Limits => ({
  seconds: SECONDS_MIN + durationSeconds * SECONDS_PER_SECOND,
  stallSeconds: STALL_SECONDS,
  signal,
  pidFile,
  background,
})

const lastLine = (stderr: string) => stderr.trim().split('\n').at(-1)?.slice(0, 300) ?? ''

type Failure = 'ENCODER_FAILED' | 'DAMAGED'

export type Programs = ReturnType<typeof createPrograms>

export function createPrograms(binaries: Binaries, findConfinement: () => Promise<Confinement | undefined>) {
  let buildParts: Promise<ReadonlySet<string>> | undefined
  let confinement: Promise<Confinement | undefined> | undefined
  const findOnce = () => (confinement ??= findConfinement())
  const confined = async (limits: Limits): Promise<Limits> => ({ ...limits, confinement: await findOnce() })
  const isConfined = async () => (await findOnce()) !== undefined
  return { pathOf, probe, encode, isConfined, parts: () => (buildParts ??= listParts()) }

  /** @throws NO_ENCODER if the program is not installed */
  function pathOf(name: 'ffmpeg' | 'ffprobe'): string {
    const path = binaries[name]
    if (!path) throw new IngestError('NO_ENCODER', { detail: name })
    return path
  }

  /** Whatever the exit code. */
  async function probe(args: string[], limits: Partial<Limits> = {}): Promise<ProcessResult> {
    return runLimited(pathOf('ffprobe'), args, await confined({ ...PROBE_LIMITS, ...limits }))
  }

  /**
   * @param failure DAMAGED for a run that decodes the operator's file
   * @throws it, with the last line of ffmpeg's error output for the log
   */
  async function encode(args: string[], limits: Limits, failure: Failure = 'ENCODER_FAILED'): Promise<ProcessResult> {
    const ended = await runLimited(pathOf('ffmpeg'), args, await confined(limits))
    if (ended.code !== 0) throw new IngestError(failure, { detail: lastLine(ended.stderr) })
    return ended
  }

  /** Encoders and filters: every word of ffmpeg's listings. */
  async function listParts(): Promise<ReadonlySet<string>> {
    const list = (name: string) => runLimited(pathOf('ffmpeg'), ['-hide_banner', name], PROBE_LIMITS)
    const lists = await Promise.all([list('-encoders'), list('-filters')])
    return new Set(lists.flatMap(({ stdout }) => stdout.split(/\s+/)))
  }
}

/** Of `-progress`: `name=value` lines; `progress=` ends a block. */
export function createProgressReader(onProgress: (progress: EncodeProgress) => void): (line: string) => void {
  let seconds: number | null = null
  let speed: number | null = null
  return (line) => {
    const [name = '', value = ''] = line.trim().split('=')
    if (name === 'out_time') seconds = secondsOf(value) ?? seconds
    if (name === 'speed') speed = Number.parseFloat(value) || null
    if (name === 'progress' && seconds !== null) onProgress({ seconds, speed })
  }
}

/** `00:01:02.500000`; null for `N/A` and negative times. */
function secondsOf(text: string): number | null {
  const match = /^(\d+):(\d+):([\d.]+)$/.exec(text)
  return match ? (Number(match[1]) * 60 + Number(match[2])) * 60 + Number(match[3]) : null
}
