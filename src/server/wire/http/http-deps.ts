import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Language } from '#contract/languages.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Gauge } from '#server/kit/gauge.ts'
import type { Log } from '#server/kit/log.ts'
import type { Calls, ResolveViewer } from '../handle.ts'

/** What the HTTP side reads of the configuration; `config.ts` satisfies it as it is. */
export interface HttpConfig {
  /** Uploads are kept below it while their call runs. */
  readonly DATA_DIR: string
  /** Where people reach the site: our origin, and HSTS when it is https. */
  readonly PUBLIC_URL?: string | undefined
  readonly FREE_HOST_BASE: string
  readonly MAIN_HOST_BASE: string
  readonly UHD_HOST_BASE: string
  /** Further origins whose pages may make state-changing calls. */
  readonly ALLOWED_ORIGINS: readonly string[]
  /** Addresses or CIDR ranges of the proxies before us, separated by commas. */
  readonly TRUST_PROXY?: string | undefined
  /** The header in which a trusted proxy names the visitor's region. */
  readonly REGION_HEADER?: string | undefined
  readonly DEFAULT_REGION: string
  readonly METRICS_TOKEN?: string | undefined
  readonly HARBOUR_TEST: boolean
  readonly BRAND_ZH: string
  readonly BRAND_EN: string
}

/** What the prerendered home page is made with. */
export interface HomeInput {
  readonly language: Language
  /** The envelope that a visitor's GET of this path and query answers, through the same pipeline and cache. */
  readonly ask: (url: string) => Promise<unknown>
}

/** The prerender bundle's part: asks what its screen needs and answers the whole document, data and all. */
export type RenderHome = (input: HomeInput) => Promise<string>

/** The built site: the prerender bundle behind a port, and the folder of the client's files. */
export interface Site {
  /** `dist/client`: `assets/` holds the hashed files. */
  readonly clientDir: string
  /** None while the site is not built. */
  readonly renderHome?: RenderHome | undefined
  /** CSP sources (`'sha256-…'`) of the inline scripts and styles of the home page. */
  readonly scriptHashes?: readonly string[]
  readonly styleHashes?: readonly string[]
}

/** What `/dev/*` needs (HARBOUR_TEST only). */
export interface DevTools {
  /** Moves the clock of all roles by an ISO 8601 duration; answers once everything that fell due has run. */
  advanceClock(duration: string): Promise<void>
  /** SMS and e-mails that left, the newest first; to one receiver when named. */
  outbox(to: string | undefined): Promise<readonly unknown[]>
  accounts(): Promise<readonly unknown[]>
}

/** What is known of a request before its route is: Fastify's request has it too. */
export interface RequestHead {
  readonly headers: IncomingHttpHeaders
  readonly raw: Pick<IncomingMessage, 'socket'>
}

/** A file that this request may have, ready to go. */
export interface FileReply {
  /** The pattern of the route that would have answered, for the metrics. */
  readonly route: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Writes the body after the head and ends the response; none where there is no body. */
  readonly send?: (response: ServerResponse) => Promise<void>
}

/**
 * Looks at every request first: undefined at once for what is no file of its own, a rejection or undefined for what the routes
 * are to refuse.
 */
export type FindFile = (request: IncomingMessage) => Promise<FileReply | undefined> | undefined

/** What the raw routes need of the house. */
export interface MediaTools {
  /** Where the asker is (ISO 3166). */
  readonly regionOf: (request: RequestHead) => string
  /** Has files found, and sent, before the routes are asked (`fast-lane.ts`). */
  readonly findFirst: (find: FindFile) => void
}

export interface HttpDeps {
  readonly config: HttpConfig
  readonly log: Log
  readonly clock: Clock
  /** Registers every call: `calls: (on) => registerCalls(on, domains)`. */
  readonly calls: Calls
  /** Who a token belongs to. */
  readonly resolveViewer: ResolveViewer
  /** The first licence window edge after an instant: no cached answer outlives it. */
  readonly nextEdge: (now: Temporal.Instant) => Promise<Temporal.Instant | undefined>
  /** Calls back after each change of the catalogue, on whichever node (PostgreSQL NOTIFY); answers how to stop. */
  readonly onCatalogueChange: (changed: () => void) => () => void
  /** The raw routes of media, images and fonts: `/v /p /i /f`. */
  readonly media?: (app: FastifyInstance, tools: MediaTools) => void | Promise<void>
  readonly site?: Site
  /** `/readyz` asks each; one that rejects makes the node not ready. */
  readonly checks?: Readonly<Record<string, () => Promise<unknown>>>
  /** Shown by `/metrics` besides those of the HTTP server. */
  readonly gauges?: readonly Gauge[]
  readonly dev?: DevTools
}
