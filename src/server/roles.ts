import { CATALOGUE_CHANNEL } from '#server/domains/catalogue/index.ts'
import { ROOM_CHANNEL } from '#server/domains/screenings/index.ts'
import type { Gauge } from '#server/kit/gauge.ts'
import { listen } from '#server/kit/listen.ts'
import { assertMigrated } from '#server/kit/migrate.ts'
import type { Queue } from '#server/kit/queue.ts'
import { registerCalls } from '#server/wire/calls.ts'
import type { DevTools } from '#server/wire/http/http-deps.ts'
import { openHttp } from '#server/wire/http/server.ts'
import { webhookRoutes } from '#server/wire/hooks/webhooks.routes.ts'
import { mediaRoutes } from '#server/wire/media/media.routes.ts'
import { type App, MIGRATIONS } from './app.ts'
import { queuesOf, startWork } from './jobs/worker.ts'
import { loadSite } from './site.ts'
import { readDemoAccounts } from '../../seed/accounts.file.ts'
import { readDemoCodes } from '../../seed/codes.file.ts'
import { allowsDemoAccounts } from './config.rules.ts'

export interface RunningRole {
  port?: number
  /** Runs everything that is due by the clock. */
  runDue(): Promise<void>
  /** Finishes what is in flight. */
  stop(): Promise<void>
}

/** The web role: pages, API, images and streams. @throws what `listen` refuses (EADDRINUSE …) */
export async function startWeb(app: App, moveClock: (milliseconds: number) => Promise<void>): Promise<RunningRole> {
  const { config, log, clock, databaseUrl, database, domains, modules, queue, store } = app
  const changes = await listen({ url: databaseUrl, channel: CATALOGUE_CHANNEL, log })
  const rooms = await listen({ url: databaseUrl, channel: ROOM_CHANNEL, log })
  const clearCaches = () => modules.forEach(({ caches = [] }) => caches.forEach((cache) => cache.clear()))
  changes.on(clearCaches)
  await queue.start(queuesOf(modules))
  const http = await openHttp({
    config,
    log,
    clock,
    calls: (on) => registerCalls(on, domains),
    nextEdge: (now) => domains.pages.nextEdge(now),
    onCatalogueChange: (changed) => changes.on(changed),
    resolveViewer: (token, { context, region }) => domains.profiles.viewer(token, { ...context, region }),
    media: async (routes, tools) => {
      await webhookRoutes(routes, { ...domains, publicUrl: config.PUBLIC_URL ?? '' })
      await mediaRoutes(routes, { ...domains, ...tools, source: { store, accelPrefix: config.ACCEL_PREFIX } })
    },
    site: await loadSite(config),
    rooms: { screenings: domains.screenings, onRoomChange: (changed) => rooms.on(changed) },
    sitemap: domains.catalogue.publicTitles(config.DEFAULT_REGION),
    formBases: domains.formBases,
    checks: {
      database: () => database.pool.query('select 1'),
      migrations: () => assertMigrated(database.pool, MIGRATIONS),
    },
    gauges: [queueDepth(queue), ...modules.flatMap(({ gauges = [] }) => gauges)],
    dev: devTools(app, moveClock),
  })
  const stop = async () => {
    await http.close()
    await queue.stop()
    await changes.close()
    await rooms.close()
  }
  try {
    await http.listen({ host: config.HOST, port: config.PORT })
  } catch (error) {
    await stop()
    throw error
  }
  const address = http.server.address()
  const port = typeof address === 'object' && address ? address.port : config.PORT
  return { port, stop, runDue: async () => clearCaches() }
}

/** The test tools that HARBOUR_TEST enables. */
const devTools = (app: App, moveClock: (milliseconds: number) => Promise<void>): DevTools => ({
  advanceClock: (duration) => moveClock(Temporal.Duration.from(duration).total('milliseconds')),
  outbox: (to) => app.domains.messages.listSent(to),
  accounts: () => listDemoAccounts(app),
  codes: () => listDemoCodes(app),
})

const queueDepth = (queue: Queue): Gauge => ({
  name: 'harbour_queue_jobs',
  help: 'Jobs that wait, by queue.',
  labels: ['queue'],
  read: async () => Object.entries(await queue.depth()).map(([name, value]) => ({ value, labels: { queue: name } })),
})

/** The worker role: the jobs and the due work of every domain. */
export async function startWorker({ log, databaseUrl, modules, queue }: App): Promise<RunningRole> {
  await queue.start(queuesOf(modules))
  const work = await startWork({ modules, queue, databaseUrl, log })
  return {
    runDue: work.runDue,
    async stop() {
      await work.stop()
      await queue.stop()
    },
  }
}

async function listDemoAccounts({ config, domains }: Pick<App, 'config' | 'domains'>): Promise<object[]> {
  if (!allowsDemoAccounts(config)) return []
  const { accounts, profiles } = domains
  const kept = await readDemoAccounts(config.DATA_DIR)
  return Promise.all(
    kept.map(async (entry) => {
      const account = await accounts.find(`+${entry.areaCode}${entry.mobileno}`)
      const own = account ? await profiles.list({ accountId: account.accountId, sessionId: '' }) : []
      return { ...entry, profiles: own.map(({ profileId, name, kids }) => ({ profileId, name, childrenModel: kids })) }
    }),
  )
}

const listDemoCodes = async ({ config }: Pick<App, 'config'>): Promise<object[]> =>
  allowsDemoAccounts(config) ? readDemoCodes(config.DATA_DIR) : []
