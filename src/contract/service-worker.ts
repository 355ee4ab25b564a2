/** Where the service worker is, and what it shows when a page cannot be loaded. */
export const WORKER_URL = '/sw.js'
export const OFFLINE_URL = '/offline.html'

/** The message by which a page lets the worker that waits take over. */
export const ACTIVATE_WORKER = 'activate'

/** What the server puts before the worker's code. */
export interface WorkerBuild {
  /** Differs between builds, and is the same on every node of a build. */
  readonly id: string
  /** The paths of its files, whose names contain a hash of their content. */
  readonly assets: readonly string[]
}

const CACHE_PREFIX = 'harbour-'

/** The one cache of a build. */
export const cacheName = (buildId: string): string => `${CACHE_PREFIX}${buildId}`

/** Whether a cache is of another build than the one that runs; without one, of any. Caches of others are left alone. */
export const isStale = (name: string, buildId: string | undefined): boolean =>
  name.startsWith(CACHE_PREFIX) && (buildId === undefined || name !== cacheName(buildId))
