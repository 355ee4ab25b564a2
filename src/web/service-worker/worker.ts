import { ACTIVATE_WORKER, cacheName, isStale, OFFLINE_URL, type WorkerBuild } from '#contract/service-worker.ts'
import { mayStore, treatmentOf } from './worker.rules.ts'

/** What of a service worker's events and scope is used: the DOM's types have none of it. */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  /** The page, requested by the browser while the worker starts. */
  readonly preloadResponse?: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
interface WorkerScope {
  readonly HARBOUR: WorkerBuild | null | undefined
  readonly registration: {
    unregister(): Promise<boolean>
    readonly navigationPreload?: { enable(): Promise<void> }
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listen: (event: ExtendableEvent) => void): void
  addEventListener(type: 'fetch', listen: (event: FetchEvent) => void): void
  addEventListener(type: 'message', listen: (event: MessageEvent) => void): void
}

const scope = globalThis as unknown as WorkerScope

if (scope.HARBOUR) serve(scope.HARBOUR)
else retire()

/** Pages from the network, the offline page without one; files of the build from the cache, once they were used. */
function serve({ id, assets: paths }: WorkerBuild): void {
  const assets: ReadonlySet<string> = new Set(paths)
  const { origin } = location
  const openCache = () => caches.open(cacheName(id))

  scope.addEventListener('install', (event) => event.waitUntil(storeOfflinePage()))
  scope.addEventListener('activate', (event) => event.waitUntil(Promise.all([removeCaches(id), preloadPages()])))
  scope.addEventListener('message', ({ data }) => {
    if (data === ACTIVATE_WORKER) void scope.skipWaiting()
  })
  scope.addEventListener('fetch', (event) => {
    const treatment = treatmentOf(event.request, { origin, assets })
    if (treatment === 'page') event.respondWith(page(event))
    else if (treatment === 'asset') event.respondWith(asset(event))
  })

  async function storeOfflinePage(): Promise<void> {
    const answer = await fetch(OFFLINE_URL, { cache: 'no-cache', credentials: 'omit' })
    if (!mayStore(OFFLINE_URL, answer, assets)) throw new Error(`${OFFLINE_URL} answers ${answer.status}`)
    await (await openCache()).put(OFFLINE_URL, answer)
  }

  async function preloadPages(): Promise<void> {
    await scope.registration.navigationPreload?.enable()
  }

  async function page({ request, preloadResponse }: FetchEvent): Promise<Response> {
    try {
      return (await preloadResponse) ?? (await fetch(request))
    } catch (error) {
      const offline = await (await openCache()).match(OFFLINE_URL)
      if (offline) return offline
      throw error
    }
  }

  async function asset(event: FetchEvent): Promise<Response> {
    const { request } = event
    const { pathname } = new URL(request.url)
    const cache = await openCache().catch(() => undefined)
    const stored = await cache?.match(pathname).catch(() => undefined)
    if (stored) return stored
    const answer = await fetch(request)
    if (cache && mayStore(pathname, answer, assets)) {
      // A full disk is no reason to fail.
      event.waitUntil(cache.put(pathname, answer.clone()).catch(() => {}))
    }
    return answer
  }
}

/** The operator switched the worker off: it removes what it stored, and itself. */
function retire(): void {
  // Pages that are open, and requests that are under way, keep the former worker: nothing may wait for those. Nor may the installation
  // wait for its own removal, which the browser begins when the installation has ended.
  scope.addEventListener('install', (event) => {
    event.waitUntil(removeCaches(undefined))
    void scope.registration.unregister()
    void scope.skipWaiting()
  })
  scope.addEventListener('activate', (event) =>
    event.waitUntil(removeCaches(undefined).then(() => scope.registration.unregister())),
  )
}

async function removeCaches(buildId: string | undefined): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => isStale(name, buildId)).map((name) => caches.delete(name)))
}
