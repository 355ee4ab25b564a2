import { CATALOGUE_CHANNEL } from '#server/domains/catalogue/index.ts'
import { IMAGE_QUEUES, requestImages, requestTitleFonts, workImageQueues } from '#server/domains/images/index.ts'
import { OUTBOX_CHANNEL } from '#server/domains/messages/index.ts'
import { listen } from '#server/kit/listen.ts'
import { assertMigrated } from '#server/kit/migrate.ts'
import { registerCalls } from '#server/wire/calls.ts'
import type { DevTools } from '#server/wire/http/http-deps.ts'
import { createHttp } from '#server/wire/http/server.ts'
import { WEBHOOK_CHANNEL } from '#server/domains/webhooks/index.ts'
import { webhookRoutes } from '#server/wire/hooks/webhooks.routes.ts'
import { mediaRoutes } from '#server/wire/media/media.routes.ts'
import { type App, MIGRATIONS } from './app.ts'
import { listDemoAccounts } from './demo-accounts.ts'
import { workAccounts } from './jobs/accounts.jobs.ts'
import { INGEST_QUEUES, workIngestQueues } from './jobs/ingest.jobs.ts'
import { workOutbox } from './jobs/messages.jobs.ts'
import { workWebhooks } from './jobs/webhooks.jobs.ts'
import { loadSite } from './site.ts'

/** A role at work in this process. */
export interface RunningRole {
  /** Where the web role listens. */
  port?: number
  /** Runs everything that has fallen due by the clock. */
  runDue(): Promise<void>
  /** Finishes what is in flight. */
  stop(): Promise<void>
}

/** How often work that somebody left behind is looked for. */
const ROUND_MS = 60_000

const QUEUES = [...Object.values(IMAGE_QUEUES), ...Object.values(INGEST_QUEUES)]

/** The web role: pages, the wire, pictures and streams. @throws what `listen` refuses (EADDRINUSE …) */
export async function startWeb(app: App, moveClock: (milliseconds: number) => Promise<void>): Promise<RunningRole> {
  const { config, log, clock, databaseUrl, database, domains, queue, store } = app
  const changes = await listen({ url: databaseUrl, channel: CATALOGUE_CHANNEL, log })
  changes.on(() => domains.playback.forget())
  await queue.start(QUEUES)
  const http = await createHttp({
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
    checks: {
      database: () => database.pool.query('select 1'),
      migrations: () => assertMigrated(database.pool, MIGRATIONS),
    },
    queueDepth: () => queue.depth(),
    dev: devDoors(app, moveClock),
  })
  const stop = async () => {
    await http.close()
    await queue.stop()
    await changes.close()
  }
  try {
    await http.listen({ host: config.HOST, port: config.PORT })
  } catch (error) {
    await stop()
    throw error
  }
  const address = http.server.address()
  const port = typeof address === 'object' && address ? address.port : config.PORT
  return { port, stop, runDue: async () => domains.playback.forget() }
}

/** What HARBOUR_TEST opens. */
const devDoors = (app: App, moveClock: (milliseconds: number) => Promise<void>): DevTools => ({
  advanceClock: (duration) => moveClock(Temporal.Duration.from(duration).total('milliseconds')),
  outbox: (to) => app.domains.messages.left(to),
  accounts: () => listDemoAccounts(app),
})

/** The worker role: films, pictures, title faces, messages, and accounts whose time has come. */
export async function startWorker({ log, clock, databaseUrl, domains, queue }: App): Promise<RunningRole> {
  await queue.start(QUEUES)
  const changes = await listen({ url: databaseUrl, channel: CATALOGUE_CHANNEL, log })
  // A new title's pictures and letters are made ahead of the first who asks for them.
  changes.on(() => {
    Promise.all([requestTitleFonts(queue)(), requestImages(queue)()]).catch((error) =>
      log.warn({ err: error }, 'wake-up failed'),
    )
  })
  await workImageQueues(queue, { ...domains, log })
  const ingests = await workIngestQueues(queue, { media: domains.media, clock, log })
  const rounds = setInterval(() => {
    ingests.requestUnfinished().catch((error) => log.warn({ err: error }, 'ingest scan failed'))
  }, ROUND_MS)
  const outbox = await listen({ url: databaseUrl, channel: OUTBOX_CHANNEL, log })
  const stopOutbox = workOutbox({ ...domains, outbox, log })
  const events = await listen({ url: databaseUrl, channel: WEBHOOK_CHANNEL, log })
  const stopWebhooks = workWebhooks({ ...domains, events, log })
  const stopAccounts = workAccounts({ ...domains, log })
  return {
    async runDue() {
      await domains.accounts.runDue()
      await domains.profiles.runDue()
      await domains.messages.sendDue()
      await domains.webhooks.processDue()
    },
    async stop() {
      clearInterval(rounds)
      await stopAccounts()
      await stopOutbox()
      await outbox.close()
      await stopWebhooks()
      await events.close()
      await changes.close()
      await queue.stop()
    },
  }
}
