import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCluster } from '#server/adapters/postgres/cluster.ts'
import { type App, createApp } from '#server/app.ts'
import { MIGRATIONS } from '#server/migrations.ts'
import { nodeOptionsOf } from '#server/commands/supervisor.ts'
import { readConfig } from '#server/config.ts'
import { systemClock } from '#server/kit/clock.ts'
import { openDb } from '#server/kit/db.ts'
import { createLog } from '#server/kit/log.ts'
import { migrate } from '#server/kit/migrate.ts'
import { idleQueue } from '#server/kit/queue.ts'
import { seedDemo } from '../../seed/main.ts'
import type { FixedAnswer, ServerOrder } from './api-server.ts'

const MASTER_KEY = Buffer.alloc(32, 1)

/** A database with the demo catalogue, and servers on it in child processes. */
export interface ApiWorld {
  /**
   * Starts the web role.
   * @returns its origin
   */
  ours(): Promise<string>
  /**
   * Starts the baseline: a bare handler of fixed responses.
   * @returns its origin
   */
  bare(answers: FixedAnswer[]): Promise<string>
}

/**
 * Creates a world, passes it to the benchmark and removes it. `prepare` may add data through the domains' public APIs.
 */
export async function withApiWorld<Prepared>(
  {
    env: extra = {},
    durable = false,
    prepare,
  }: {
    env?: Record<string, string>
    /** Commits reach the disk, as in production. */
    durable?: boolean
    prepare: (app: App) => Promise<Prepared>
  },
  work: (world: ApiWorld, prepared: Prepared) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'harbour-bench-'))
  const env = { DATA_DIR: dataDir, PORT: '0', HARBOUR_DEMO_MEDIA: 'small', LOG_LEVEL: 'info', ...extra }
  const cluster = createCluster({ dataDir, log: () => undefined, durable })
  const children: ChildProcess[] = []
  try {
    const { url: databaseUrl } = await cluster.start()
    const prepared = await seed({ env, databaseUrl }, prepare)
    await work(
      {
        ours: () => start(children, { kind: 'ours', env, databaseUrl }),
        bare: (answers) => start(children, { kind: 'bare', answers }),
      },
      prepared,
    )
  } finally {
    // Stops the database after its clients.
    await Promise.all(children.map(end))
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Seeds the demo catalogue without media, which lists and details do not need. */
async function seed<Prepared>(
  { env, databaseUrl }: { env: Record<string, string>; databaseUrl: string },
  prepare: (app: App) => Promise<Prepared>,
): Promise<Prepared> {
  const clock = systemClock
  const database = openDb({ url: databaseUrl, max: 1 })
  await migrate(database.pool, { folder: MIGRATIONS, clock })
  await database.close()
  const log = createLog({ level: 'silent', role: 'seed' })
  const app = await createApp({
    config: readConfig(env),
    databaseUrl,
    masterKey: MASTER_KEY,
    log,
    clock,
    queue: idleQueue,
  })
  const nothing = async () => []
  const done = async () => undefined
  const media = { pending: nothing, laddered: nothing, playing: nothing, add: done, importPackage: done }
  const say = () => undefined
  const { db } = app.database
  const { catalogue, pages, images } = app.domains
  const { signal } = new AbortController()
  await seedDemo({ db, clock, catalogue, pages, images, media, mode: 'small', say, signal })
  const prepared = await prepare(app)
  await app.close()
  return prepared
}

async function start(children: ChildProcess[], order: ServerOrder): Promise<string> {
  const child = fork(join(import.meta.dirname, 'api-server.ts'), {
    execArgv: order.kind === 'ours' ? nodeOptionsOf('web') : process.execArgv,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  children.push(child)
  const port = await new Promise<number>((resolve, reject) => {
    child
      .once('message', (message: { port: number }) => resolve(message.port))
      .once('exit', (code) => reject(new Error(`a server ended with ${code}`)))
    child.send(order)
  })
  return `http://127.0.0.1:${port}`
}

/** A server exits when its parent disconnects. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  if (child.connected) child.disconnect()
  await ended
}
