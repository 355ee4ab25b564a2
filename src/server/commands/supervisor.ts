import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FromRole, Role, ToRole } from './role-messages.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
/** A role that ends is started again after this long, doubling up to the maximum while it keeps ending at once. */
const RESTART_MS = 500
const RESTART_MAX_MS = 30_000
/** A role that lived this long is healthy again. */
const HEALTHY_MS = 60_000
/** Requests and segments in flight may finish for this long after a signal. */
const STOP_MS = 25_000
/** The web role that fails this often before it was ever ready ends the service; any other is tried for as long as it lasts. */
const FIRST_TRIES = 3

export interface SupervisorOptions {
  databaseUrl: string
  masterKey: Buffer
  /** The service cannot run: this exit code. */
  onFailed: (code: number) => void
  /** What runs as `role <name>`; our own entry when not said. */
  program?: string
}

export interface Supervisor {
  /** Starts the roles; answers once each is ready or has failed for a first time, with the port of the web role. */
  start(roles: readonly Role[]): Promise<number | undefined>
  /** Asks every role to finish, then insists. */
  stop(): Promise<void>
}

/** Keeps one process a role alive, hands each its secrets over the IPC channel, and moves the clock of all (HARBOUR_TEST). */
export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { databaseUrl, masterKey, onFailed, program = MAIN } = options
  let posts: Post[] = []
  let clockOffsetMs = 0

  /** Every role takes the new time, runs what fell due, and says so. */
  async function moveClock(milliseconds: number): Promise<void> {
    clockOffsetMs += milliseconds
    await Promise.all(posts.map((post) => post.setClock(clockOffsetMs)))
  }

  const init = (): ToRole => ({ type: 'init', databaseUrl, masterKey: masterKey.toString('base64'), clockOffsetMs })
  return {
    async start(roles) {
      // Without films being made, pages are still served; alone, the worker is the service.
      const isVital = (role: Role) => role === 'web' || roles.length === 1
      posts = roles.map((role) => new Post(role, { init, moveClock, onFailed, program, isVital: isVital(role) }))
      const ports = await Promise.all(posts.map((post) => post.ready))
      return ports.find((port) => port !== undefined)
    },
    async stop() {
      await Promise.all(posts.map((post) => post.stop()))
    },
  }
}

interface PostOptions {
  init: () => ToRole
  moveClock: (milliseconds: number) => Promise<void>
  onFailed: (code: number) => void
  program: string
  /** The service is nothing without it. */
  isVital: boolean
}

/** One role and the process that holds it at the moment. */
class Post {
  readonly ready: Promise<number | undefined>
  readonly #role: Role
  readonly #options: PostOptions
  readonly #becomeReady: (port: number | undefined) => void
  #child: ChildProcess | undefined
  #startedAt = Temporal.Now.instant()
  #failures = 0
  #wasReady = false
  #stopping = false

  constructor(role: Role, options: PostOptions) {
    this.#role = role
    this.#options = options
    const { promise, resolve } = Promise.withResolvers<number | undefined>()
    this.ready = promise
    this.#becomeReady = resolve
    this.#launch()
  }

  /** Answers when the role has run what fell due at the new time, or has ended. */
  async setClock(clockOffsetMs: number): Promise<void> {
    const child = this.#child
    if (!child) return
    const done = Promise.withResolvers<void>()
    const settle = (message: FromRole) => {
      if (message.type === 'clock-done' && message.clockOffsetMs >= clockOffsetMs) done.resolve()
    }
    child.on('message', settle)
    const gone = () => done.resolve()
    child.once('exit', gone)
    send(child, { type: 'clock', clockOffsetMs })
    await done.promise
    child.off('message', settle).off('exit', gone)
  }

  async stop(): Promise<void> {
    this.#stopping = true
    const child = this.#child
    if (!child) return
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    send(child, { type: 'stop' })
    const insist = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    await gone
    clearTimeout(insist)
  }

  #launch(): void {
    const child = fork(this.#options.program, ['role', this.#role], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    this.#child = child
    this.#startedAt = Temporal.Now.instant()
    send(child, this.#options.init())
    child.on('message', (message: FromRole) => this.#hear(child, message))
    child.once('exit', () => this.#ended())
  }

  #hear(child: ChildProcess, message: FromRole): void {
    if (message.type === 'ready') {
      this.#wasReady = true
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
    const lived = Temporal.Now.instant().since(this.#startedAt).total('milliseconds')
    this.#failures = lived > HEALTHY_MS ? 1 : this.#failures + 1
    if (this.#options.isVital && !this.#wasReady && this.#failures >= FIRST_TRIES) {
      this.#options.onFailed(1)
      return
    }
    if (!this.#options.isVital) this.#becomeReady(undefined)
    console.error(`The ${this.#role} process stopped unexpectedly and is restarting.`)
    const pause = Math.min(RESTART_MAX_MS, RESTART_MS * 2 ** (this.#failures - 1))
    setTimeout(() => {
      if (!this.#stopping) this.#launch()
    }, pause)
  }
}

/** A channel that closed meanwhile means the child is ending: its exit tells. */
function send(child: ChildProcess, message: ToRole): void {
  if (child.connected) child.send(message, () => undefined)
}
