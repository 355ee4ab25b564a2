export const WORKER_URL = '/sw.js'
export const OFFLINE_URL = '/offline.html'

export const ACTIVATE_WORKER = 'activate'

export interface WorkerBuild {
  /** Differs between builds; the same on every node. */
  readonly id: string
  readonly assets: readonly string[]
}

const CACHE_PREFIX = 'harbour-'

export const cacheName = (buildId: string): string => `${CACHE_PREFIX}${buildId}`

/** Of another build; without one, of any. Caches of others are left alone. */
export const isStale = (name: string, buildId: string | undefined): boolean =>
  name.startsWith(CACHE_PREFIX) && (buildId === undefined || name !== cacheName(buildId))
