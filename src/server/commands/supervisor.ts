import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FromRole, ToRole } from './role-messages.ts'
import type { Role } from './start.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
/** A role that ends is started again after this long, doubling up to the maximum while it keeps ending at once. */
const RESTART_MS = 500
const RESTART_MAX_MS = 30_000
/** A role that lived this long is healthy again. */
const HEALTHY_MS = 60_000
/** Requests and segments in flight may finish for this long after a signal. */
const STOP_MS = 25_000
/** A role that fails this often before it was ever ready is not tried again. */
const FIRST_TRIES = 3

export interface SupervisorOptions {
  databaseUrl: string
  masterKey: Buffer
  /** The service cannot run: this exit code. */
  onFailed: (code: number) => void
}

interface Post {
  role: Role
  child: ChildProcess | undefined
  failures: number
  startedAt: Temporal.Instant
  wasReady: boolean
}

/** Keeps one process a role alive, hands each its secrets over the IPC channel, and moves the clock of all (HARBOUR_TEST). */
export function createSupervisor({ databaseUrl, masterKey, onFailed }: SupervisorOptions) {
  const posts: Post[] = []
  let clockOffsetMs = 0
  let stopping = false
  return { start, stop }

  /** Starts the roles; answers once all are ready, with the port of the web role. */
  async function start(roles: readonly Role[]): Promise<number | undefined> {
    const ports = await Promise.all(
      roles.map(async (role) => {
        const post: Post = { role, child: undefined, failures: 0, startedAt: Temporal.Now.instant(), wasReady: false }
        posts.push(post)
        return launch(post)
      }),
    )
    return ports.find((port) => port !== undefined)
  }

  function launch(post: Post): Promise<number | undefined> {
    const ready = Promise.withResolvers<number | undefined>()
    const child = fork(MAIN, ['role', post.role], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    post.child = child
    post.startedAt = Temporal.Now.instant()
    send(child, { type: 'init', databaseUrl, masterKey: masterKey.toString('base64'), clockOffsetMs })
    child.on('message', (message: FromRole) => {
      if (message.type === 'ready') {
        post.wasReady = true
        ready.resolve(message.port)
      } else if (message.type === 'advance') {
        void moveClock(message.milliseconds).then(() => send(child, { type: 'advanced', id: message.id }))
      } else if (message.type === 'refused') {
        console.error(message.sentence)
        onFailed(1)
      }
    })
    child.once('exit', () => ended(post, ready.resolve))
    return ready.promise
  }

  function ended(post: Post, resolve: (port: Promise<number | undefined>) => void): void {
    post.child = undefined
    if (stopping) return
    const lived = Temporal.Now.instant().since(post.startedAt).total('milliseconds')
    post.failures = lived > HEALTHY_MS ? 1 : post.failures + 1
    if (!post.wasReady && post.failures >= FIRST_TRIES) return onFailed(1)
    console.error(`The ${post.role} ended unexpectedly; it starts again.`)
    setTimeout(
      () => {
        if (!stopping) resolve(launch(post))
      },
      Math.min(RESTART_MAX_MS, RESTART_MS * 2 ** (post.failures - 1)),
    )
  }

  /** Every role takes the new time, runs what fell due, and says so. */
  async function moveClock(milliseconds: number): Promise<void> {
    clockOffsetMs += milliseconds
    const offset = clockOffsetMs
    await Promise.all(
      posts.map(({ child }) => {
        if (!child) return undefined
        const done = Promise.withResolvers<void>()
        const settle = (message: FromRole) => {
          if (message.type === 'clock-done' && message.clockOffsetMs >= offset) done.resolve()
        }
        child.on('message', settle)
        child.once('exit', () => done.resolve())
        send(child, { type: 'clock', clockOffsetMs: offset })
        return done.promise.finally(() => child.off('message', settle))
      }),
    )
  }

  /** Asks every role to finish, then insists. */
  async function stop(): Promise<void> {
    stopping = true
    await Promise.all(
      posts.map(async ({ child }) => {
        if (!child || child.exitCode !== null || child.signalCode !== null) return
        const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
        send(child, { type: 'stop' })
        const insist = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
        await gone
        clearTimeout(insist)
      }),
    )
  }
}

/** A channel that closed meanwhile means the child is ending: its exit tells. */
function send(child: ChildProcess, message: ToRole): void {
  if (child.connected) child.send(message, () => undefined)
}
