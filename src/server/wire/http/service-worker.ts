import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { OFFLINE_URL, WORKER_URL, type WorkerBuild } from '#contract/service-worker.ts'
import type { OfflinePage } from './offline-page.ts'

export interface ServiceWorkerDeps {
  /** The worker's code, which reads `HARBOUR`; undefined in a build without it. */
  readonly code: string | undefined
  /** False: browsers are sent a worker that removes its caches and itself. */
  readonly isOn: boolean
  /** The paths of the built site's files. */
  readonly paths: readonly string[]
  readonly offline: OfflinePage
}

const ASSETS = '/assets/'
/** A worker asks only this site, and loads no further script. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'"

/** Serves the service worker and its offline page, neither of which a browser may keep without asking. */
export function bindServiceWorker(app: FastifyInstance, { code, isOn, paths, offline }: ServiceWorkerDeps): void {
  app.get(OFFLINE_URL, (_request, reply) =>
    reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': offline.policy })
      .type('text/html; charset=utf-8')
      .send(offline.html),
  )
  if (code === undefined) return
  const script = workerScript(code, isOn ? buildOf(code, paths, offline) : null)
  app.get(WORKER_URL, (_request, reply) =>
    reply
      .headers({
        'cache-control': 'no-cache',
        'content-security-policy': WORKER_POLICY,
        'service-worker-allowed': '/',
      })
      .type('text/javascript; charset=utf-8')
      .send(script),
  )
}

const workerScript = (code: string, build: WorkerBuild | null): string =>
  `self.HARBOUR=${JSON.stringify(build)};\n${code}`

/** From what the browsers are sent alone, so that every node of a build makes the same. */
function buildOf(code: string, paths: readonly string[], { html }: OfflinePage): WorkerBuild {
  const assets = paths.filter((path) => path.startsWith(ASSETS)).toSorted()
  const hash = createHash('sha256')
  for (const part of [code, html, ...assets]) hash.update(`${part}\0`)
  return { id: hash.digest('hex').slice(0, 16), assets }
}
