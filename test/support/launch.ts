import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { TEST_ENV } from './harbour.ts'

const MAIN = resolve('src/server/main.ts')
const HANDOVER = resolve('bin/handover.js')
/** What `npm start` does once packages and site are there: it stays, and hands over to the server. */
const STARTER = `import { handOver } from ${JSON.stringify(HANDOVER)}
process.exitCode = await handOver(process.execPath, process.argv.slice(1), process.env)`

export interface LaunchOptions {
  dataDir: string
  env?: Record<string, string>
  /** Through the starter, as `npm start` does; the process is then the starter's. */
  byStarter?: boolean
}

/** A command of Harbour's that runs, or has run. */
export interface Launched {
  process: ChildProcess
  /** Every line printed so far, on either stream. */
  lines: string[]
  /** Waits for a line, also one printed before. @throws when the command ends without it */
  said(pattern: RegExp): Promise<string>
  /** The exit code; null after a signal. */
  ended: Promise<number | null>
}

/** Runs `main.ts` with these arguments on a data folder, in the environment of a Harbour under test. */
export function launch(args: string[], { dataDir, env = {}, byStarter = false }: LaunchOptions): Launched {
  const { NODE_ENV: _, ...inherited } = process.env
  const command = byStarter ? ['--input-type=module', '-e', STARTER, '--', MAIN, ...args] : [MAIN, ...args]
  const child = spawn(process.execPath, command, {
    env: { ...inherited, ...TEST_ENV, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const waiting = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      waiting.forEach((look) => look())
    })
  }
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const closed = once(child, 'close')
  const said = (pattern: RegExp) =>
    new Promise<string>((found, failed) => {
      const look = () => {
        const line = lines.find((one) => pattern.test(one))
        if (line !== undefined) found(line)
      }
      waiting.add(look)
      look()
      void closed.then(() => failed(new Error(`ended without ${String(pattern)}:\n${lines.join('\n')}`)))
    })
  return { process: child, lines, said, ended }
}

/** A port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
