import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '#server/config.ts'
import { hasLiveAgreements } from '#server/domains/agreements/index.ts'
import { hasLiveOrders } from '#server/domains/payments/index.ts'
import { openDb } from '#server/kit/db.ts'
import { lacksProvider, type SandboxAccess } from '#server/payment-providers.ts'

const PROGRAM = fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url))
const RESTART_MS = 500
const STOP_MS = 5_000

export interface SandboxProcess {
  /** The same after a restart. */
  readonly access: SandboxAccess
  /** Moves its clock; resolves once its callbacks are delivered, or it has exited. */
  setClock(clockOffsetMs: number): Promise<void>
  setService(url: string): void
  stop(): Promise<void>
}

type FromSandbox = { type: 'ready'; access: SandboxAccess } | { type: 'clock-done'; clockOffsetMs: number }

/**
 * Starts the provider sandbox where it may stand in for kinds of payment without credentials. Never on a database that holds orders
 * or agreements of real providers.
 */
export async function startSandboxFor(config: Config, databaseUrl: string): Promise<SandboxProcess | undefined> {
  if (!lacksProvider(config)) return undefined
  const database = openDb({ url: databaseUrl, max: 1 })
  const findLive = async () => (await hasLiveOrders(database.db)) || hasLiveAgreements(database.db)
  const isLive = await findLive().finally(() => database.close())
  if (!isLive) return startSandboxProcess(join(config.DATA_DIR, 'sandbox', 'state.json'))
  console.log('This database holds payments or agreements of real providers, so the provider sandbox is not started.')
  return undefined
}

/** Starts the sandbox, and again whenever it dies. `file` keeps its payments and credentials. @throws when it cannot start */
async function startSandboxProcess(file: string): Promise<SandboxProcess> {
  let clockOffsetMs = 0
  let service: string | undefined
  let isStopping = false
  let child = launch(0)
  const access = await accessOf(child)
  const port = Number(new URL(access.url).port)
  keepAlive()

  function launch(port: number): ChildProcess {
    const launched = fork(PROGRAM, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    send(launched, { type: 'init', file, port, clockOffsetMs })
    return launched
  }

  function keepAlive(): void {
    child.once('exit', () => {
      if (isStopping) return
      console.error('The provider sandbox stopped unexpectedly and is restarting.')
      setTimeout(() => {
        if (isStopping) return
        child = launch(port)
        if (service !== undefined) send(child, { type: 'service', url: service })
        keepAlive()
      }, RESTART_MS)
    })
  }

  async function setClock(offsetMs: number): Promise<void> {
    clockOffsetMs = offsetMs
    const asked = child
    const done = Promise.withResolvers<void>()
    const onMessage = (message: FromSandbox) => {
      if (message.type === 'clock-done' && message.clockOffsetMs >= offsetMs) done.resolve()
    }
    const onExit = () => done.resolve()
    asked.on('message', onMessage).once('exit', onExit)
    send(asked, { type: 'clock', clockOffsetMs })
    if (!asked.connected) done.resolve()
    await done.promise
    asked.off('message', onMessage).off('exit', onExit)
  }

  return {
    access,
    setClock,
    setService(url) {
      service = url
      send(child, { type: 'service', url })
    },
    async stop() {
      isStopping = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      send(child, { type: 'stop' })
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await exited
      clearTimeout(timer)
    },
  }
}

function accessOf(child: ChildProcess): Promise<SandboxAccess> {
  return new Promise((resolve, reject) => {
    child.once('message', (message: FromSandbox) => message.type === 'ready' && resolve(message.access))
    child.once('exit', (code) => reject(new Error(`The provider sandbox ended with ${code} before it was ready.`)))
  })
}

function send(child: ChildProcess, message: object): void {
  if (child.connected) child.send(message, () => undefined)
}
