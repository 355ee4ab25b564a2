import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { createTestClock, type TestClock } from '#server/kit/clock.ts'
import { createLog } from '#server/kit/log.ts'
import type { Calls } from '#server/wire/handle.ts'
import type { HttpConfig, HttpDeps } from '#server/wire/http/http-deps.ts'
import { openHttp } from '#server/wire/http/server.ts'

const CONFIG: HttpConfig = {
  DATA_DIR: join(tmpdir(), `harbour-http-${process.pid}`),
  PUBLIC_URL: 'https://harbour.test',
  FREE_HOST_BASE: 'https://free.harbour.test',
  MAIN_HOST_BASE: 'https://main.harbour.test',
  UHD_HOST_BASE: 'https://uhd.harbour.test',
  ALLOWED_ORIGINS: ['https://partner.test'],
  TRUST_PROXY: undefined,
  REGION_HEADER: undefined,
  DEFAULT_REGION: 'HK',
  METRICS_TOKEN: undefined,
  HARBOUR_TEST: false,
  SERVICE_WORKER: true,
}

const BRAND = { zh_HK: '港映', en_US: 'Harbour' }

/** The HTTP server over given calls. */
export interface TestHttp {
  readonly app: FastifyInstance
  readonly clock: TestClock
  /** Parsed log entries. */
  readonly logged: Record<string, unknown>[]
  /** Notifies the server of a catalogue change. */
  readonly changeCatalogue: () => void
}

export interface TestHttpOptions extends Partial<Omit<HttpDeps, 'config' | 'calls' | 'clock'>> {
  readonly config?: Partial<HttpConfig>
  readonly clock?: TestClock
}

/** Builds the real server with given calls and a test clock. Close `app` when done. */
export async function createTestHttp(
  calls: Calls,
  { config, clock = createTestClock(), ...deps }: TestHttpOptions = {},
): Promise<TestHttp> {
  const logged: Record<string, unknown>[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      logged.push(JSON.parse(String(chunk)))
      done()
    },
  })
  let notifyCatalogueChange = () => {}
  const app = await openHttp({
    config: { ...CONFIG, ...config },
    log: createLog({ level: 'info', role: 'test', destination }),
    clock,
    calls,
    resolveViewer: () => Promise.reject(new AppError('SESSION_UNKNOWN')),
    nextEdge: () => Promise.resolve(undefined),
    onCatalogueChange: (callback) => {
      notifyCatalogueChange = callback
      return () => {}
    },
    brand: () => BRAND,
    ...deps,
  })
  return { app, clock, logged, changeCatalogue: () => notifyCatalogueChange() }
}
