import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

const MAIN = resolve('src/server/main.ts')
const READY = /^Harbour is ready: (\S+)$/
const START_SECONDS = 240

export interface HarbourOptions {
  env?: Record<string, string>
  /** Kept if given; otherwise a temporary folder that `stop` removes. */
  dataDir?: string
  /** Called for each printed line. */
  onLine?: (line: string) => void
}

export interface RunningHarbour {
  /** `http://localhost:PORT` */
  url: string
  dataDir: string
  process: ChildProcess
  /** Every line printed so far. */
  lines: string[]
  /** Sends SIGTERM, waits for the exit and removes a temporary data folder. @returns the exit code */
  stop(): Promise<number | null>
}

/** The environment of tests: a free port, the small demo, the test routes, few logs, and no images ahead of their request. */
export const TEST_ENV = {
  PORT: '0',
  HARBOUR_TEST: '1',
  HARBOUR_DEMO_MEDIA: 'small',
  IMAGE_ENCODING: 'webp',
  LOG_LEVEL: 'warn',
  TZ: 'UTC',
}

/** Starts Harbour (supervisor, database, web, worker) and waits until it is ready. */
export async function startHarbour({ env = {}, dataDir, onLine }: HarbourOptions = {}): Promise<RunningHarbour> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'harbour-run-')))
  const { NODE_ENV: _, ...inherited } = process.env
  const child = spawn(process.execPath, [MAIN, 'start'], {
    env: { ...inherited, ...TEST_ENV, DATA_DIR: folder, ...env },
    // The IPC channel ends Harbour when the test run is killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const lines: string[] = []
  const ready = Promise.withResolvers<string>()
  for (const stream of [child.stdout!, child.stderr!]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      onLine?.(line)
      const match = READY.exec(line)
      if (match) ready.resolve(match[1]!)
    })
  }
  const exit = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  void exit.then((code) =>
    ready.reject(new Error(`Harbour ended with ${code} before it was ready:\n${lines.join('\n')}`)),
  )
  const timer = setTimeout(
    () => ready.reject(new Error(`Not ready after ${START_SECONDS} s:\n${lines.join('\n')}`)),
    START_SECONDS * 1000,
  )
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    const code = await exit
    if (!dataDir) await rm(folder, { recursive: true, force: true })
    return code
  }
  try {
    return { url: await ready.promise, dataDir: folder, process: child, lines, stop }
  } catch (error) {
    await stop()
    throw error
  } finally {
    clearTimeout(timer)
  }
}
