import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FromRole, Role, ToRole } from './role-messages.ts'
import type { SandboxProcess } from './sandbox-process.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
/** Delay before a role is restarted. Doubles up to the maximum while the role keeps failing. */
const RESTART_MS = 500
const RESTART_MAX_MS = 30_000
/** A role that ran this long is considered healthy. */
const HEALTHY_MS = 60_000
/** Time for what is in flight to finish after a signal, at least, and after the draining. */
const STOP_SECONDS = 18
const CLOSE_SECONDS = 3
/** Failed starts of a vital role before the service ends. Other roles are restarted without limit. */
const START_ATTEMPTS = 3

export interface SupervisorOptions {
  databaseUrl: string
  masterKey: Buffer
  onFailed: (code: number) => void
  sandbox?: Pick<SandboxProcess, 'access' | 'setClock'> | undefined
  /** Called with the whole offset before the clock of the roles is moved. */
  onClock?: (milliseconds: number) => Promise<void>
  /** Called with the port of the web role whenever it is ready. */
  onWebReady?: (port: number) => void
  /** For how long the web role goes on serving after the signal. */
  drainSeconds?: number
  /** Program that runs as `role <name>`; defaults to our entry point. */
  program?: string
}

export interface Supervisor {
  /** Starts the roles. Resolves with the port of the web role once each is ready or has failed once. */
  start(roles: readonly Role[]): Promise<number | undefined>
  /** Asks every role to finish, then kills it after a timeout. */
  stop(): Promise<void>
}

/**
 * Keeps one process per role running, passes secrets over the IPC channel, and moves the clock of all roles
 * (HARBOUR_TEST).
 */
export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { databaseUrl, masterKey, onFailed, sandbox, onClock, onWebReady = () => undefined, program = MAIN } = options
  const stopSeconds = Math.max(STOP_SECONDS, (options.drainSeconds ?? 0) + CLOSE_SECONDS)
  let processes: RoleProcess[] = []
  let clockOffsetMs = 0

  /** Moves the clock of the sandbox and of every role, and waits until each has run its scheduled tasks. */
  async function moveClock(milliseconds: number): Promise<void> {
    clockOffsetMs += milliseconds
    await onClock?.(clockOffsetMs)
    // Callbacks are stored before the roles run what is due, and so are the callbacks that this causes.
    await sandbox?.setClock(clockOffsetMs)
    await Promise.all(processes.map((post) => post.setClock(clockOffsetMs)))
    await sandbox?.setClock(clockOffsetMs)
  }

  const init = (): ToRole => ({
    type: 'init',
    databaseUrl,
    masterKey: masterKey.toString('base64'),
    clockOffsetMs,
    sandbox: sandbox?.access,
  })
  return {
    async start(roles) {
      // The site works without a worker. A worker that runs alone is vital.
      const common = { init, moveClock, onFailed, onWebReady, program }
      const groups = processesOf(roles)
      processes = groups.map(
        (group) => new RoleProcess(group, { ...common, isVital: group[0] === 'web' || groups.length === 1 }),
      )
      const ports = await Promise.all(processes.map((post) => post.ready))
      return ports.find((port) => port !== undefined)
    },
    async stop() {
      await Promise.all(processes.map((post) => post.stop(stopSeconds)))
    },
  }
}

/** What one process runs. */
type Group = readonly [Role, ...Role[]]

/** Worker and encoder share a process, and its memory. */
function processesOf(roles: readonly Role[]): Group[] {
  const [first, ...others] = roles.filter((role) => role !== 'web')
  return [...(roles.includes('web') ? [['web'] as const] : []), ...(first ? [[first, ...others] as const] : [])]
}

interface RoleProcessOptions {
  init: () => ToRole
  moveClock: (milliseconds: number) => Promise<void>
  onFailed: (code: number) => void
  onWebReady: (port: number) => void
  program: string
  /** The service ends if this role cannot start. */
  isVital: boolean
}

class RoleProcess {
  readonly ready: Promise<number | undefined>
  readonly #roles: Group
  readonly #options: RoleProcessOptions
  readonly #becomeReady: (port: number | undefined) => void
  #child: ChildProcess | undefined
  #startedAt = Temporal.Now.instant()
  #failures = 0
  #wasReady = false
  #stopping = false

  constructor(roles: Group, options: RoleProcessOptions) {
    this.#roles = roles
    this.#options = options
    const { promise, resolve } = Promise.withResolvers<number | undefined>()
    this.ready = promise
    this.#becomeReady = resolve
    this.#launch()
  }

  /** Resolves when the role has run the work due at the new time, or has exited. */
  async setClock(clockOffsetMs: number): Promise<void> {
    const child = this.#child
    if (!child) return
    const done = Promise.withResolvers<void>()
    const settle = (message: FromRole) => {
      if (message.type === 'clock-done' && message.clockOffsetMs >= clockOffsetMs) done.resolve()
    }
    child.on('message', settle)
    const onExit = () => done.resolve()
    child.once('exit', onExit)
    send(child, { type: 'clock', clockOffsetMs })
    await done.promise
    child.off('message', settle).off('exit', onExit)
  }

  async stop(seconds: number): Promise<void> {
    this.#stopping = true
    const child = this.#child
    if (!child) return
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    send(child, { type: 'stop' })
    const killTimer = setTimeout(() => child.kill('SIGKILL'), seconds * 1_000)
    await exited
    clearTimeout(killTimer)
  }

  #launch(): void {
    const child = fork(this.#options.program, ['role', ...this.#roles], {
      execArgv: nodeOptionsOf(this.#roles[0]),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#child = child
    this.#startedAt = Temporal.Now.instant()
    send(child, this.#options.init())
    child.on('message', (message: FromRole) => this.#receive(child, message))
    child.once('exit', () => this.#ended())
  }

  #receive(child: ChildProcess, message: FromRole): void {
    if (message.type === 'ready') {
      this.#wasReady = true
      if (message.port !== undefined) this.#options.onWebReady(message.port)
      this.#becomeReady(message.port)
    } else if (message.type === 'refused') {
      console.error(message.sentence)
      this.#options.onFailed(1)
    } else if (message.type === 'advance') {
      void this.#options.moveClock(message.milliseconds).then(() => send(child, { type: 'advanced', id: message.id }))
    }
  }

  #ended(): void {
    this.#child = undefined
    if (this.#stopping) return
    const uptimeMs = Temporal.Now.instant().since(this.#startedAt).total('milliseconds')
    this.#failures = uptimeMs > HEALTHY_MS ? 1 : this.#failures + 1
    if (this.#options.isVital && !this.#wasReady && this.#failures >= START_ATTEMPTS) {
      this.#options.onFailed(1)
      return
    }
    if (!this.#options.isVital) this.#becomeReady(undefined)
    console.error(`The ${this.#roles[0]} process stopped unexpectedly and is restarting.`)
    const pause = Math.min(RESTART_MAX_MS, RESTART_MS * 2 ** (this.#failures - 1))
    setTimeout(() => {
      if (!this.#stopping) this.#launch()
    }, pause)
  }
}

/** A closed channel means that the child is exiting, which its exit event reports. */
function send(child: ChildProcess, message: ToRole): void {
  if (child.connected) child.send(message, () => undefined)
}

/**
 * Options of Node by role, added to those of this process. The heap of the web role may double before the next full garbage collection,
 * during which calls take several times as long (decision 065).
 */
const OPTIONS: Record<Role, readonly string[]> = { web: ['--heap-growing-percent=100'], worker: [], encoder: [] }

export const nodeOptionsOf = (role: Role): string[] => [...process.execArgv, ...OPTIONS[role]]
