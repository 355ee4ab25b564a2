import { CATALOGUE_CHANNEL, findTargets, searchTargets } from '#server/domains/catalogue/index.ts'
import { ROOM_CHANNEL, roomChannel } from '#server/domains/screenings/index.ts'
import { type LiveSettings, SETTINGS_CHANNEL, type SettingValues } from '#server/domains/settings/index.ts'
import { systemClock } from '#server/kit/clock.ts'
import { type Heartbeat, type ProcessState, startHeartbeat } from '#server/kit/heartbeat.ts'
import { newId } from '#server/kit/ids.ts'
import { type Listeners, listenToAll } from '#server/kit/listen.ts'
import { startTicker, type Ticker } from '#server/kit/ticker.ts'
import { createSchemaCheck, readMigrations } from '#server/kit/migrate.ts'
import { registerCalls } from '#server/wire/calls.ts'
import { adminRoutes } from '#server/wire/admin/calls.ts'
import { admitBody, admitUpload, answerCall, recordSent } from '#server/wire/admin/pipeline.ts'
import type { AdminWire, BuiltApp, DevTools, OptOut, RenderHome, Site } from '#server/wire/http/http-deps.ts'
import { openHttp } from '#server/wire/http/server.ts'
import { webhookRoutes } from '#server/wire/hooks/webhooks.routes.ts'
import { mediaRoutes } from '#server/wire/media/media.routes.ts'
import type { App } from './app.ts'
import { MIGRATIONS } from './migrations.ts'
import type { DomainModule } from './domains/domain-module.ts'
import { queuesOf, startWork, type WorkRole } from './jobs/worker.ts'
import { readDemoAccounts } from '../../seed/accounts.file.ts'
import { readDemoCodes } from '../../seed/codes.file.ts'
import { seedHistory } from '../../seed/history.ts'
import { readDemoOperators } from '../../seed/operators.ts'
import { allowsDemoAccounts, allowsTestTools } from './config.rules.ts'
import { createContentEditing } from '#server/kit/content-editing.ts'
import { gaugesOf } from './gauges.ts'
import { readHealth } from './health.ts'
import { listenForHealth, listenForPages } from './listening.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { DEFAULT_LANGUAGE, type Language } from '#contract/languages.ts'
import type { Settings } from './config.ts'

export interface RunningRole {
  port?: number
  /** Runs everything that is due by the clock. */
  runDue(): Promise<void>
  /** Finishes what is in flight. */
  stop(): Promise<void>
}

/** The web role: pages, API, images and streams. @throws what `listen` refuses (EADDRINUSE …) */
export async function startWeb(app: App, moveClock: (milliseconds: number) => Promise<void>): Promise<RunningRole> {
  const { config, log, clock, database, databaseUrl, domains, modules, queue, store } = app
  const processId = newId()
  const heartbeat = await startBeating(app, { processId, roles: 'web' })
  const channels = [CATALOGUE_CHANNEL, ROOM_CHANNEL, SETTINGS_CHANNEL]
  const heard = await listenToAll({ url: databaseUrl, channels, log })
  const followed = await followSettings(app, heard)
  const clearCaches = () => modules.forEach(({ caches = [] }) => caches.forEach((cache) => cache.clear()))
  heard.on(CATALOGUE_CHANNEL, database.replica.changed)
  heard.on(CATALOGUE_CHANNEL, clearCaches)
  // What is kept in memory whole is read before the first request.
  clearCaches()
  await queue.start(queuesOf(modules))
  const draining = new AbortController()
  const http = await openHttp({
    config,
    draining: draining.signal,
    log,
    clock,
    calls: (on) => registerCalls(on, domains),
    nextEdge: (now) => domains.pages.nextEdge(now),
    readShared: database.replica.read,
    onCatalogueChange: (changed) => heard.on(CATALOGUE_CHANNEL, changed),
    onSettingsChange: domains.settings.onChange,
    brand: () => domains.settings.current().brand,
    resolveViewer: (token, { context, region }) => domains.profiles.viewer(token, { ...context, region }),
    previews: domains.previews,
    media: async (routes, tools) => {
      const { webhooks, playback, images, titleFonts, uploads } = domains
      const { streamAuthorization } = playback
      await webhookRoutes(routes, { webhooks, publicUrl: config.PUBLIC_URL ?? '' })
      const source = { store, accelPrefix: config.ACCEL_PREFIX }
      await mediaRoutes(routes, { streamAuthorization, images, titleFonts, uploads, source, ...tools })
    },
    site: await loadSite(config, domains.settings),
    admin: adminWire(app),
    optOut: optOutOf(app),
    apps: consoleApp(config),
    rooms: { screenings: domains.screenings, followRoom: followRoom(heard) },
    progress: domains.progress,
    sitemap: domains.catalogue.publicTitles(config.DEFAULT_REGION),
    formBases: app.paymentProviders.formBases,
    state: heartbeat,
    gauges: [...heartbeat.gauges, ...database.replica.gauges, ...gaugesOf(app, { processId, isWorker: false })],
    ...(allowsTestTools(config) && { dev: devTools(app, moveClock) }),
  })
  let close: () => Promise<void> = () => http.close()
  const stop = async () => {
    draining.abort()
    await setTimeout(config.DRAIN_SECONDS * 1_000)
    await close()
    await queue.stop()
    await heard.close()
    await followed.stop()
    await heartbeat.stop()
  }
  try {
    close = await listenForPages(app, { http, heartbeat, draining: draining.signal })
  } catch (error) {
    await stop()
    throw error
  }
  const address = http.server.address()
  const port = typeof address === 'object' && address ? address.port : config.PORT
  return { port, stop, runDue: async () => clearCaches() }
}

const optOutOf = ({ domains: { accounts } }: App): OptOut => ({
  isToken: accounts.marketing.isOptOutToken,
  optOut: accounts.marketing.optOut,
})

/** Tells other nodes that this process runs, and watches what it depends on. */
async function startBeating(
  { log, database, store, domains }: App,
  { processId, roles }: { processId: string; roles: string },
): Promise<Heartbeat> {
  const migrations = await readMigrations(MIGRATIONS)
  return startHeartbeat({
    pool: database.pool,
    node: {
      processId,
      nodeId: domains.media.nodeId,
      version: packageJson.version,
      roles,
      newestMigration: migrations.at(-1)!.name,
      isConfined: roles.split(',').includes('encoder') ? domains.media.knownConfinement : undefined,
    },
    checkSchema: createSchemaCheck(migrations),
    checkStore: store.localPath('state') === null ? () => store.stat('state') : undefined,
    isReplicaUsed: database.replica.isUsed,
    clock: systemClock,
    log,
  })
}

/** By its channel, and by that of nodes of before, as long as those may run beside. */
const followRoom =
  (heard: Listeners) =>
  (screeningId: string, changed: () => void): (() => void) => {
    const ofRoom = (changedId = screeningId) => changedId === screeningId && changed()
    const leave = [heard.join(roomChannel(screeningId), ofRoom), heard.on(ROOM_CHANNEL, ofRoom)]
    return () => leave.forEach((one) => one())
  }

/** What an administrator saves in any process holds in this one at once. */
async function followSettings({ log, domains: { settings } }: App, heard: Listeners): Promise<Ticker> {
  // One may have been saved since the app was made.
  await settings.refresh()
  const ticker = startTicker(settings.refresh, { name: 'settings', everyMs: 60_000, log })
  heard.on(SETTINGS_CHANNEL, ticker.wake)
  return ticker
}

/** The operators' calls, which only the console's pages make. */
function adminWire(app: App): AdminWire {
  const { config, log, clock, modules, database, domains } = app
  const { db } = database
  const { CONSOLE_FOUR_EYES: fourEyes, DATA_DIR: dataDir } = config
  const { accounts, payments, operators, settings, cataloguePeople, media, images, codes, partners, ledger } = domains
  const routes = adminRoutes({
    ...domains,
    db,
    ingestTargets: { find: findTargets, search: searchTargets },
    content: createContentEditing({ db, content: app.content }),
    people: cataloguePeople,
    customerLists: accounts.customerLists,
    staffLists: partners.staffLists,
    orders: payments.operatorOrders,
    finance: { journal: ledger.journal, invoices: codes.invoices },
    clock,
    siteUrl: config.CONSOLE_URL && config.PUBLIC_URL ? new URL(config.PUBLIC_URL).origin : '',
    findFrames: (programGuid) => findFrames(app, programGuid),
    readHealth: () => readHealth({ db, clock, modules, dataDir, fourEyes }),
    version: packageJson.version,
    smsProviders: app.senders.smsProviders,
    brand: () => settings.current().brand,
  })
  const deps = { db, clock, log, operators, routes, fourEyes }
  return {
    db,
    routes,
    answer: (route, request) => answerCall(deps, route, request),
    admitUpload: (request) => admitUpload(deps, request),
    admitBody: (route, request) => admitBody(deps, route, request),
    uploads: media.uploads,
    recordSent: (entry) => recordSent(deps, entry),
    addImage: images.add,
  }
}

/** Frames of a film become images when an operator chooses among them. */
async function findFrames({ domains: { titles, media, images } }: App, programGuid: string): Promise<string[]> {
  const assetId = await titles.filmOf(programGuid)
  const asset = assetId === undefined ? null : await media.asset(assetId)
  return Promise.all((asset?.facts.frameKeys ?? []).map((key) => images.register({ key }, { name: 'frame.jpg' })))
}

/** The test tools that HARBOUR_TEST enables. */
const devTools = (app: App, moveClock: (milliseconds: number) => Promise<void>): DevTools => ({
  advanceClock: (duration) => moveClock(Temporal.Duration.from(duration).total('milliseconds')),
  outbox: (to) => app.domains.messages.listSent(to),
  accounts: () => listDemoAccounts(app),
  codes: () => listDemoCodes(app),
  operators: async () => (allowsDemoAccounts(app.config) ? readDemoOperators(app.config.DATA_DIR) : []),
})

/** The jobs and the scheduled tasks of every domain: the worker's, the encoder's, or both in one process. */
export async function startWorker(app: App, roles: readonly WorkRole[]): Promise<RunningRole> {
  const { config, log, databaseUrl, queue } = app
  const modules = [...app.modules, ...demoModules(app)]
  const processId = newId()
  const heartbeat = await startBeating(app, { processId, roles: roles.join(',') })
  const is = { started: false, closing: false }
  const state: ProcessState = {
    notReady: () => (is.started ? heartbeat.notReady() : ['starting', ...heartbeat.notReady()]),
    degraded: heartbeat.degraded,
  }
  const gauges = [
    ...heartbeat.gauges,
    ...(roles.includes('worker') ? gaugesOf(app, { processId, isWorker: true }) : []),
  ]
  const health = await listenForHealth(config, { state, gauges, isClosing: () => is.closing })
  await queue.start(queuesOf(modules))
  const mayRun = () => !heartbeat.isClockFarOff()
  const work = await startWork({ modules, queue, databaseUrl, log, roles, mayRun })
  is.started = true
  return {
    runDue: work.runDue,
    async stop() {
      is.closing = true
      await work.stop()
      await queue.stop()
      await heartbeat.stop()
      await health?.close()
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

const DIST = fileURLToPath(new URL('../../dist', import.meta.url))

interface PrefetchedResponse {
  url: string
  envelope: unknown
}

interface PageAssets {
  css: string
}

/** As in the site's `SiteConfig`. */
interface SiteConfig {
  brand: Record<Language, string>
  aboutURL: Record<Language, string>
  contactEmail: string
  appLinks: { appStore: string; googlePlay: string; smartTv: string }
  notice: Record<Language, string> & { until: string }
  uhdHost: string
  serviceWorker: boolean
  demo: boolean
}

/** The exports of the prerender bundle (`src/web/site/prerender/prerender.tsx`), which the server knows by this shape alone. */
export interface Prerender {
  homeCalls(language: Language): string[]
  homeCarouselCalls(answers: readonly PrefetchedResponse[], language: Language): string[]
  renderHome(input: { language: Language; answers: readonly PrefetchedResponse[]; config: SiteConfig }): string
  renderPage(input: {
    language: Language
    html: string
    answers: readonly PrefetchedResponse[]
    config: SiteConfig
    assets: PageAssets
    origin: string
  }): string
  readPageAssets(clientDir: string): PageAssets
  inlineHashes(assets: PageAssets): { scripts: string[]; style: string }
}

type SiteSettings = Settings<'site'> &
  Pick<Settings<'http'>, 'UHD_HOST_BASE'> &
  Parameters<typeof allowsDemoAccounts>[0]

/** Without a build, the server serves the API and a page that says so. */
export async function loadSite(
  config: SiteSettings & Pick<Settings<'server'>, 'PUBLIC_URL'>,
  settings: Pick<LiveSettings, 'current'>,
): Promise<Site> {
  const clientDir = join(DIST, 'client')
  const bundle = join(DIST, 'prerender', 'prerender.js')
  const notice = () => settings.current().notice
  if (!existsSync(bundle)) return { clientDir, notice }
  // Node's own storage would be shared by all visitors, and warns.
  for (const storage of ['localStorage', 'sessionStorage']) Reflect.deleteProperty(globalThis, storage)
  const prerender = (await import(pathToFileURL(bundle).href)) as Prerender
  const assets = prerender.readPageAssets(clientDir)
  const hashes = prerender.inlineHashes(assets)
  const parts = {
    assets,
    config: () => siteConfig(config, settings.current()),
    origin: config.PUBLIC_URL ?? '',
  }
  return {
    clientDir,
    notice,
    scriptHashes: hashes.scripts,
    styleHashes: [hashes.style],
    worker: await workerCode(),
    renderHome: createRenderHome(prerender, parts),
    renderPreview: () =>
      prerender.renderPage({ ...parts, config: parts.config(), language: DEFAULT_LANGUAGE, html: '', answers: [] }),
  }
}

/** The operators' console, which runs no script but its own files. A build may be without it. */
function consoleApp({ PUBLIC_URL }: Pick<Settings<'server'>, 'PUBLIC_URL'>): BuiltApp[] {
  const clientDir = join(DIST, 'console')
  if (!existsSync(clientDir)) return []
  const site = PUBLIC_URL === undefined ? [] : [new URL(PUBLIC_URL).origin]
  const policy = {
    'img-src': ["'self'", 'data:', ...site],
    'frame-src': ["'self'", ...site],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  }
  return [{ base: '/console/', clientDir, policy }]
}

/** A build may have no service worker. */
async function workerCode(): Promise<string | undefined> {
  const file = join(DIST, 'worker', 'worker.js')
  return existsSync(file) ? readFile(file, 'utf8') : undefined
}

const siteConfig = (config: SiteSettings, { brand, about, contact, apps, notice }: SettingValues): SiteConfig => ({
  brand,
  aboutURL: about,
  contactEmail: contact.email,
  appLinks: apps,
  notice,
  uhdHost: config.UHD_HOST_BASE,
  serviceWorker: config.SERVICE_WORKER,
  demo: allowsDemoAccounts(config),
})

type PageParts = { assets: PageAssets; config: () => SiteConfig; origin: string }

function createRenderHome(prerender: Prerender, { assets, config: currentConfig, origin }: PageParts): RenderHome {
  return async ({ language, request }) => {
    const requestAll = (urls: string[]) => Promise.all(urls.map(async (url) => ({ url, envelope: await request(url) })))
    const first = await requestAll(prerender.homeCalls(language))
    const answers = [...first, ...(await requestAll(prerender.homeCarouselCalls(first, language)))]
    const page = { language, answers, config: currentConfig() }
    return prerender.renderPage({ ...page, html: prerender.renderHome(page), assets, origin })
  }
}

const HISTORY_EVERY_MS = 10_000

/** Where the demo's accounts may be, and the first film plays: a history, once. Tests begin without one. */
function demoModules({ config, clock, database: { db }, domains }: App): DomainModule[] {
  if (!allowsDemoAccounts(config) || config.HARBOUR_TEST) return []
  const run = async () => {
    const { left, done } = await domains.media.ingest.background()
    if (done > 0 || left === 0) await seedHistory({ ...domains, db, clock })
  }
  return [{ scheduledTasks: [{ name: 'demo history', everyMs: HISTORY_EVERY_MS, run }] }]
}
