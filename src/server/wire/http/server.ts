import { createServer, type IncomingMessage, type Server, type RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { ProcessState } from '#server/kit/heartbeat.ts'
import { type Log, loggableUrl } from '#server/kit/log.ts'
import { type ResponseCache, createResponseCache } from '../response-cache.ts'
import { createRequestLimiter, type RequestLimiter } from '../request-rate.ts'
import { createPipeline, type Pipeline } from '../handle.ts'
import { createAddressOf, createTrust, type Trust, createRegionOf } from '../trusted-origin.ts'
import { bindApps, loadStaticFiles, ofCurrent } from './static-files.ts'
import { type ConsoleAccess, createConsoleAccess } from '../admin/console-access.ts'
import { bindAdmin } from './admin.ts'
import { bindBodies, BODY_BYTES_MAX } from './bodies.ts'
import { bindCalls } from './calls.ts'
import { bindDev, followClock } from './dev.ts'
import { bindDocuments } from './documents.ts'
import { createFastPath, type FastPath } from './fast-path.ts'
import { replyBadUrl, replyBrokenRequest, bindErrorHandlers } from './error-handler.ts'
import { bindHealth } from './health.ts'
import { createHome } from './home.ts'
import type { HttpDeps, MediaTools } from './http-deps.ts'
import { bindPreview } from './preview.ts'
import { bindMetrics, createMetrics, type Metrics } from './metrics.ts'
import { replyPreflight, corsHeaders, createOrigins, type Origins } from './origins.ts'
import { type SecurityHeaders, securityHeaders } from './security.ts'
import { bindProgress } from './progress.ts'
import { createSender } from './send.ts'
import { bindOptOut } from './opt-out.routes.ts'
import { limitReception } from './reception.ts'
import { bindRequestContext, createRequestIds, type IdOf } from './request-ids.ts'
import { bindRoomStreams } from './room-streams.ts'
import { bindShare } from './share.routes.ts'
import { offlinePage, bindServiceWorker } from './service-worker.ts'
import { bindSite, webManifest } from './site.ts'
import { refuseWhileUnfit } from './unfit.ts'
import { createUploadSlots } from './upload-slots.ts'
import { bindUploads } from './uploads.ts'
import { createClientHolds, networkShares } from '#server/kit/fairness.ts'
import { NO_REPLICA } from '#server/kit/db.ts'

const REQUEST_MS = 30_000
const NOT_RECEIVED = Object.assign(new Error('the request was not received in time'), {
  code: 'ERR_HTTP_REQUEST_TIMEOUT',
})
const SECOND_HOST = Object.assign(new Error('more than one Host header'), { code: 'HOST_REPEATED' })
/** Longer than the idle timeout of common proxies: they never use a closed connection. */
const KEEP_ALIVE_MS = 72_000

const ALWAYS_READY: ProcessState = { notReady: () => [], degraded: () => [] }

/** The caller listens. `close()` stops accepting, finishes requests in flight and closes keep-alive connections. */
export async function openHttp(deps: HttpDeps): Promise<FastifyInstance> {
  const { config, log, clock, readShared = NO_REPLICA.read } = deps
  const trust = createTrust(config.TRUST_PROXY)
  const origins = createOrigins(config)
  const security = securityHeaders(config, origins, deps)
  const regionOf = createRegionOf(config, trust)
  const addressOf = createAddressOf(trust)
  const consoleAccess = createConsoleAccess(config)
  const cache = createResponseCache({ clock, nextEdge: (now) => readShared(() => deps.nextEdge(now)) })
  const limiter = createRequestLimiter(clock, { webCount: config.HARBOUR_WEB_COUNT })
  const pipeline = createPipeline({
    cache,
    readShared,
    resolveViewer: deps.resolveViewer,
    resolvePreview: deps.previews?.viewer,
    countMember: limiter.countMember,
    isOurOrigin: origins.isOurs,
    log,
  })
  deps.calls(pipeline.on)

  const metrics = createMetrics({ cache, gauges: deps.gauges })
  const lifecycle = { isClosing: false }
  const isClosing = () => lifecycle.isClosing
  const isEnding = () => lifecycle.isClosing || deps.draining?.aborted === true
  const { isConsoleHost } = consoleAccess
  const idOf = createRequestIds(trust)
  const fastPath = createFastPath({ origins, metrics, log, fixed: security.data, idOf, isClosing, isConsoleHost })
  const state = deps.state ?? ALWAYS_READY
  const app = createFastify({ log, trust, idOf, fastPath, headers: security.data, isEnding, state })
  addHeaders(app, security.data)
  if (config.HARBOUR_TEST) followClock(app, clock)
  bindLifecycle(app, lifecycle, metrics)
  bindRequestContext(app, trust)
  hideConsole(app, consoleAccess)
  warnOfUntrustedProxy(app, trust, log)
  const vary = [
    'Authorization',
    'Accept-Encoding',
    'Origin',
    ...(config.REGION_HEADER ? [config.REGION_HEADER] : []),
  ].join(', ')
  const sender = createSender({ fixed: security.data, vary })
  bindBodies(app)
  const uploadFolder = join(config.DATA_DIR, 'tmp', 'uploads')
  const uploadSlots = createUploadSlots()
  await bindUploads(app, uploadFolder)
  bindErrorHandlers(app, { pipeline, sender, origins, documentHeaders: security.document, brand: deps.brand, log })
  bindCalls(app, { pipeline, cache, clock, limiter, origins, sender, regionOf, uploadFolder, uploadSlots, log })
  if (deps.admin)
    await bindAdmin(app, { ...deps.admin, access: consoleAccess, limiter, sender, dataDir: config.DATA_DIR })
  if (deps.rooms)
    bindRoomStreams(app, { ...deps.rooms, pipeline, limiter, origins, fixed: security.data, regionOf, log })
  await app.register(async (scope) => {
    bindHealth(scope, { state, isEnding })
    bindMetrics(scope, metrics, { token: config.METRICS_TOKEN, trust })
    if (config.HARBOUR_TEST && deps.dev) bindDev(scope, clock, deps.dev)
  })
  if (deps.progress) bindProgress(app, { progress: deps.progress, limiter, origins, sender, regionOf, log })
  await bindMedia(app, { ...deps, origins, regionOf, addressOf, findFirst: fastPath.findFirst })
  await app.register(async (scope) => {
    addHeaders(scope, security.document)
    bindDocuments(scope, { brand: () => deps.brand().en_US })
  })
  bindPreview(app, { ...deps, limiter, sender, page: security.preview })
  await registerOptOut(app, { ...deps, limiter, security })
  await registerSite(app, { ...deps, pipeline, cache, limiter, regionOf, security })

  const subscriptions = [deps.onCatalogueChange, deps.onSettingsChange].map((on) => on?.(() => cache.invalidate()))
  app.addHook('onClose', async () => subscriptions.forEach((stop) => stop?.()))
  return app
}

type FastifyParts = {
  log: Log
  trust: Trust
  idOf: IdOf
  fastPath: FastPath
  /** Of what is refused before a route is known. */
  headers: Readonly<Record<string, string>>
  isEnding: () => boolean
  state: ProcessState
}

function createFastify({ log, trust, idOf, fastPath, headers, isEnding, state }: FastifyParts): FastifyInstance {
  const refuse = (request: IncomingMessage, error: Error) =>
    replyBrokenRequest(error, request.socket, { headers, requestId: idOf(request), log })
  const answer = (routes: RequestListener) =>
    closeWhenEnding(refuseWhileUnfit(fastPath.before(routes), { state, headers, idOf }), isEnding)
  const app = Fastify({
    loggerInstance: log,
    logController: new RequestLog(),
    bodyLimit: BODY_BYTES_MAX,
    serverFactory: (routes) =>
      limitConnections(
        createServer(
          {
            headersTimeout: REQUEST_MS,
            requestTimeout: 0,
            keepAliveTimeout: KEEP_ALIVE_MS,
            optimizeEmptyRequests: true,
          },
          limitReception(
            refuseSecondHost(limitPipelining(answer(routes)), (request) => refuse(request, SECOND_HOST)),
            (request) => refuse(request, NOT_RECEIVED),
          ),
        ),
        { trust },
      ),
    forceCloseConnections: 'idle',
    trustProxy: (address: string) => trust(address),
    genReqId: (request: IncomingMessage) => idOf(request),
    clientErrorHandler: (error, socket) => {
      const requestId = idOf({ headers: {}, socket: socket as Socket })
      replyBrokenRequest(error, socket as Socket, { headers, requestId, log })
    },
    frameworkErrors: (_error, request, reply) => {
      replyBadUrl(request as FastifyRequest, reply as unknown as FastifyReply, headers)
      const { id: reqId, method, url } = request
      // It has no hooks, which log other responses.
      log.info({ reqId, method, url: loggableUrl(url), status: reply.statusCode }, 'request')
    },
  })
  return app as unknown as FastifyInstance
}

function bindLifecycle(app: FastifyInstance, lifecycle: { isClosing: boolean }, metrics: Metrics): void {
  app.addHook('preClose', (done) => {
    lifecycle.isClosing = true
    done()
  })
  app.addHook('onResponse', ({ method, routeOptions }, { statusCode, elapsedTime }, done) => {
    metrics.observe({ method, route: routeOptions.url ?? 'none', status: statusCode, seconds: elapsedTime / 1000 })
    done()
  })
}

/** A proxy takes its next request elsewhere, before the port is closed. */
function closeWhenEnding(listener: RequestListener, isEnding: () => boolean): RequestListener {
  return (request, response) => {
    if (isEnding()) response.shouldKeepAlive = false
    listener(request, response)
  }
}

const CONSOLE = /^\/console(?:[/?]|$)/
/** What the console's own host serves. */
const OF_CONSOLE_HOST = /^\/(?:console|api_admin|i)(?:[/?]|$)|^\/(?:healthz|readyz)$/

/** To whom the console is not open it does not exist; its own host has nothing else. */
function hideConsole(app: FastifyInstance, access: ConsoleAccess): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { url, headers, ip, raw } = request
    const isHidden = access.isConsoleHost(headers.host)
      ? !OF_CONSOLE_HOST.test(url)
      : CONSOLE.test(url) && !access.admits({ headers, ip, peer: raw.socket.remoteAddress })
    if (isHidden) reply.callNotFound()
    else done()
  })
}

/** Once: the clients of a proxy missing in TRUST_PROXY share one address, and its rate limits. */
function warnOfUntrustedProxy(app: FastifyInstance, trust: Trust, log: Log): void {
  let hasWarned = false
  app.addHook('onRequest', ({ headers, raw }, _reply, done) => {
    const peer = raw.socket.remoteAddress
    if (!hasWarned && headers['x-forwarded-for'] !== undefined && !trust(peer)) {
      hasWarned = true
      log.warn(
        { peer },
        'X-Forwarded-For of an untrusted peer ignored; if it is a proxy of yours, add it to TRUST_PROXY',
      )
    }
    done()
  })
}

/** With the request id. The whole app has those of data; scopes of documents replace what differs. */
function addHeaders(scope: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  scope.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
}

type MediaDeps = Pick<HttpDeps, 'media'> & MediaTools & { origins: Origins }

async function bindMedia(
  app: FastifyInstance,
  { media, origins, regionOf, addressOf, findFirst }: MediaDeps,
): Promise<void> {
  if (!media) return
  await app.register(async (scope) => {
    scope.addHook('onRequest', (request, reply, done) => {
      if (request.url.startsWith('/v/')) reply.headers({ ...corsHeaders(origins, request), vary: 'Origin' })
      done()
    })
    scope.options('/v/*', (request, reply) => replyPreflight(origins, request, reply))
    await media(scope, { regionOf, addressOf, findFirst })
  })
}

type SiteRegistration = Pick<HttpDeps, 'site' | 'apps' | 'sitemap' | 'config' | 'clock' | 'brand'> &
  Pick<MediaTools, 'regionOf'> & {
    pipeline: Pipeline
    cache: ResponseCache
    limiter: RequestLimiter
    security: SecurityHeaders
  }

async function registerSite(
  app: FastifyInstance,
  { site, apps = [], sitemap, config, clock, brand, pipeline, cache, limiter, regionOf, security }: SiteRegistration,
): Promise<void> {
  const files = await loadStaticFiles(site?.clientDir ?? '')
  if (sitemap) {
    await app.register(async (scope) => {
      addHeaders(scope, security.document)
      bindShare(scope, { config, clock, brand, limiter, pipeline, sitemap, regionOf })
    })
  }
  const home = site?.renderHome && createHome({ pipeline, cache, renderHome: site.renderHome })
  await app.register(async (scope) => {
    bindServiceWorker(scope, {
      code: site?.worker,
      isOn: config.SERVICE_WORKER,
      paths: files.paths,
      offline: ofCurrent(brand, offlinePage),
    })
    const notice = () => site?.notice?.() ?? NO_NOTICE
    bindSite(scope, { files, home, regionOf, manifest: () => webManifest(brand()), notice, pageHeaders: security.page })
    await bindApps(scope, apps, { headersOf: security.appPage, brand })
  })
}

const NO_NOTICE = { zh_HK: '', en_US: '', until: '' }

type OptOutRegistration = Pick<HttpDeps, 'optOut' | 'brand'> & Pick<SiteRegistration, 'limiter' | 'security'>

async function registerOptOut(app: FastifyInstance, { optOut, brand, limiter, security }: OptOutRegistration) {
  if (!optOut) return
  await app.register(async (scope) => {
    addHeaders(scope, security.document)
    await bindOptOut(scope, { ...optOut, brand, limiter })
  })
}

/** Images, fonts, uploads and files of the site: dozens for each page. */
const FILE = /^\/(?:(?:[\w-]+\/)?assets|i|f|u)\//

/** One line per response, its URL without grants and secrets; sent files and segments at level debug. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const { method, url } = request
    const line = {
      method,
      url: loggableUrl(url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    if (error) request.log.warn({ ...line, err: error }, 'request aborted')
    else if (FILE.test(url) && reply.statusCode < 400) request.log.debug(line, 'request')
    else request.log.info(line, 'request')
  }

  override writeHeadError(error: Error, request: FastifyRequest): void {
    request.log.warn({ err: error }, 'response could not start')
  }
}

/**
 * Of an address (its /56 twice, its /48 four times). Room for an office behind one address; no client uses up the file descriptors. Ours.
 */
export const CONNECTIONS_MAX = 2_000

/**
 * Closes connections beyond the limit. A trusted proxy has none. A connection without an address was reset before it was accepted:
 * its requests are not answered, so every request has an address.
 */
export function limitConnections(
  server: Server,
  { trust, max = CONNECTIONS_MAX }: { trust: Trust; max?: number },
): Server {
  const open = createClientHolds()
  return server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined) return void socket.destroy()
    if (trust(remoteAddress)) return
    const networks = networkShares(remoteAddress)
    if (open.heldBy(networks) >= max) return void socket.destroy()
    socket.once('close', open.take(networks))
  })
}

/** Browsers and proxies send one request at a time. */
const OUTSTANDING_MAX = 8

/** Closes connections that pipeline requests without reading responses: each waiting response holds a file and a buffer. */
export function limitPipelining(listener: RequestListener): RequestListener {
  const connections = new WeakMap<Socket, { outstanding: number }>()
  return (request, response) => {
    const { socket } = request
    const connection = connections.get(socket) ?? { outstanding: 0 }
    connections.set(socket, connection)
    connection.outstanding += 1
    response.once('close', () => {
      connection.outstanding -= 1
    })
    if (connection.outstanding > OUTSTANDING_MAX) socket.destroy()
    else listener(request, response)
  }
}

/** Of two Host headers Node takes the first one, a proxy may take the other (RFC 9112 3.2). */
function refuseSecondHost(listener: RequestListener, refuse: (request: IncomingMessage) => void): RequestListener {
  return (request, response) => {
    if (hasSecondHost(request)) refuse(request)
    else listener(request, response)
  }
}

function hasSecondHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host' && ++hosts > 1) return true
  }
  return false
}
