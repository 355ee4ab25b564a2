import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { TEST_ENV } from './harbour.ts'

const MAIN = resolve('src/server/main.ts')
const HANDOVER = resolve('bin/handover.js')
/** The last step of `npm start`: the starter stays and hands over to the server. */
const STARTER = `import { handOver } from ${JSON.stringify(HANDOVER)}
process.exitCode = await handOver(process.execPath, process.argv.slice(1), process.env)`

export interface LaunchOptions {
  dataDir: string
  env?: Record<string, string>
  /** Starts through the starter, as `npm start` does; the process is then the starter. */
  byStarter?: boolean
}

/** A running or ended command. */
export interface LaunchedCommand {
  process: ChildProcess
  /** Every line printed so far, on both streams. */
  lines: string[]
  /** Waits for a matching line, including earlier ones. @throws when the command ends without one */
  waitForLine(pattern: RegExp): Promise<string>
  /** The exit code; null after a signal. */
  exitCode: Promise<number | null>
}

/** Runs `main.ts` with these arguments on a data folder, in the test environment. */
export function launch(args: string[], { dataDir, env = {}, byStarter = false }: LaunchOptions): LaunchedCommand {
  const { NODE_ENV: _, ...inherited } = process.env
  const command = byStarter ? ['--input-type=module', '-e', STARTER, '--', MAIN, ...args] : [MAIN, ...args]
  const child = spawn(process.execPath, command, {
    env: { ...inherited, ...TEST_ENV, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const waiters = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      waiters.forEach((check) => check())
    })
  }
  const exitCode = once(child, 'exit').then(([code]) => code as number | null)
  const closed = once(child, 'close')
  const waitForLine = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const check = () => {
        const line = lines.find((candidate) => pattern.test(candidate))
        if (line !== undefined) resolve(line)
      }
      waiters.add(check)
      check()
      void closed.then(() => reject(new Error(`ended without ${String(pattern)}:\n${lines.join('\n')}`)))
    })
  return { process: child, lines, waitForLine, exitCode }
}
