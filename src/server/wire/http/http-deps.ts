import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { Uploads } from '#server/domains/media/index.ts'
import type { Operator } from '#server/domains/operators/index.ts'
import type { Progress } from '#server/domains/progress/index.ts'
import type { Previews } from '#server/domains/previews/index.ts'
import type { Screenings } from '#server/domains/screenings/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Replica, Tx } from '#server/kit/db.ts'
import type { Gauge } from '#server/kit/gauge.ts'
import type { ProcessState } from '#server/kit/heartbeat.ts'
import type { Log } from '#server/kit/log.ts'
import type { ResolveViewer } from '../authorization.ts'
import type { AdminOutcome, AdminRequest, AdminRoute, SentEntry } from '../admin/pipeline.ts'
import type { Calls } from '../handle.ts'

export interface HttpConfig {
  readonly DATA_DIR: string
  /** Determines our origin, and HSTS if it is https. */
  readonly PUBLIC_URL?: string | undefined
  readonly FREE_HOST_BASE: string
  readonly MAIN_HOST_BASE: string
  readonly UHD_HOST_BASE: string
  /** Their pages may make state-changing calls too. */
  readonly ALLOWED_ORIGINS: readonly string[]
  /** Addresses or CIDR ranges, separated by commas. */
  readonly TRUST_PROXY?: string | undefined
  /** In which a trusted proxy sends the visitor's region. */
  readonly REGION_HEADER?: string | undefined
  readonly DEFAULT_REGION: string
  readonly METRICS_TOKEN?: string | undefined
  readonly HARBOUR_TEST: boolean
  /** Web processes among which a balancer spreads the requests of one client. */
  readonly HARBOUR_WEB_COUNT?: number
  /** False: browsers are told to remove the service worker. */
  readonly SERVICE_WORKER: boolean
  readonly CONSOLE_URL?: string | undefined
  readonly CONSOLE_ALLOW?: string | undefined
}

/** Of marketing, by the link of an e-mail. */
export interface OptOut {
  readonly isToken: (token: string) => boolean
  /** @returns false for a token that is not ours */
  readonly optOut: (token: string) => Promise<boolean>
}

/** Of the service, in each language. */
export type BrandNames = Readonly<Record<Language, string>>

export interface HomeInput {
  readonly language: Language
  /** A visitor's request of a path and query, through the same pipeline and cache; returns the envelope. */
  readonly request: (url: string) => Promise<unknown>
}

/** Implemented by the prerender bundle; returns the complete document. */
export type RenderHome = (input: HomeInput) => Promise<string>

export type ContentPolicy = Readonly<Record<string, readonly string[]>>

export interface BuiltApp {
  /** With slashes around it: `/console/`. */
  readonly base: string
  /** `assets/` has the hashed files. */
  readonly clientDir: string
  /** Directives that replace those of `APP_POLICY` (security.ts). */
  readonly policy?: ContentPolicy
}

export interface Site {
  readonly clientDir: string
  /** The operators', which may change while the service runs. */
  readonly notice?: (() => Readonly<Record<Language | 'until', string>>) | undefined
  /** Undefined if the site is not built. */
  readonly renderHome?: RenderHome | undefined
  /** The document of a preview: the site, with nothing rendered ahead. */
  readonly renderPreview?: (() => string) | undefined
  readonly scriptHashes?: readonly string[]
  readonly styleHashes?: readonly string[]
  readonly worker?: string | undefined
}

/** Of `/dev/*` (HARBOUR_TEST only). */
export interface DevTools {
  /** ISO 8601, in all roles. Resolves once all scheduled tasks have run. */
  advanceClock(duration: string): Promise<void>
  outbox(to: string | undefined): Promise<readonly unknown[]>
  accounts(): Promise<readonly unknown[]>
  codes(): Promise<readonly unknown[]>
  operators(): Promise<readonly unknown[]>
}

export interface RequestHead {
  readonly headers: IncomingHttpHeaders
  readonly raw: Pick<IncomingMessage, 'socket'>
}

export interface FileReply {
  readonly route: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Writes the body after the headers and ends the response. */
  readonly send?: (response: ServerResponse) => Promise<void>
}

/** First for each request. Undefined: the path is not a file. Rejected or resolved to undefined: the routes handle the request. */
export type FindFile = (request: IncomingMessage) => FileReply | Promise<FileReply | undefined> | undefined

export interface MediaTools {
  readonly regionOf: (request: RequestHead) => string
  readonly addressOf: (request: RequestHead) => string
  readonly findFirst: (find: FindFile) => void
}

export interface RoomStreamDeps {
  readonly screenings: Pick<Screenings, 'seats' | 'rooms'>
  /** Calls whenever the room may have changed on any node, until the function that it returns is called. */
  readonly followRoom: (screeningId: string, changed: () => void) => () => void
}

/** A title that everybody may see. */
export interface ListedPage {
  programId: string
  publishedAt: Temporal.Instant
}

export interface SitemapSource {
  count(): Promise<number>
  page(range: { offset: number; limit: number }): Promise<readonly ListedPage[]>
}

export interface AdminWire {
  readonly db: Kysely<Database>
  readonly routes: ReadonlyMap<string, AdminRoute>
  readonly answer: (route: AdminRoute, request: AdminRequest) => Promise<AdminOutcome>
  /** @throws AppError of who may not upload */
  readonly admitUpload: (request: AdminRequest) => Promise<Operator>
  /** @throws AppError of who may not make the call */
  readonly admitBody: (route: AdminRoute, request: AdminRequest) => Promise<unknown>
  readonly uploads: Uploads
  /** What an operator sends outside of calls, in the audit log. */
  readonly recordSent: (entry: SentEntry) => Promise<void>
  /** @returns `{hash}/{name}` @throws AppError UNSUPPORTED_MEDIA_TYPE */
  readonly addImage: (
    bytes: Uint8Array,
    fileName: string,
    record: (tx: Tx, image: string) => Promise<void>,
  ) => Promise<string>
}

export interface HttpDeps {
  readonly config: HttpConfig
  readonly log: Log
  readonly clock: Clock
  readonly calls: Calls
  readonly resolveViewer: ResolveViewer
  /** Of operators. Without it every grant is refused. */
  readonly previews?: Pick<Previews, 'find' | 'viewer'>
  /** Of a licence window. No cached response outlives it. */
  readonly nextEdge: (now: Temporal.Instant) => Promise<Temporal.Instant | undefined>
  /** Of what many share. */
  readonly readShared?: Replica['read']
  /** On any node (PostgreSQL NOTIFY). Returns the unsubscribe function. */
  readonly onCatalogueChange: (changed: () => void) => () => void
  /** As above, for the settings of which pages are made. */
  readonly onSettingsChange?: (changed: () => void) => () => void
  /** Read on each request: it changes while the service runs. */
  readonly brand: () => BrandNames
  readonly media?: (app: FastifyInstance, tools: MediaTools) => void | Promise<void>
  readonly site?: Site
  readonly apps?: readonly BuiltApp[]
  /** Titles for search engines. Without it there are no pages to share. */
  readonly sitemap?: SitemapSource
  /** Of marketing, by a link without a sign-in. */
  readonly optOut?: OptOut
  /** Payment providers to which pages post a form, for the content security policy. */
  readonly formBases?: readonly string[]
  /** Of `/readyz`. */
  readonly state?: ProcessState
  /** Aborted when the process is about to close: it is served on, but no longer asked for. */
  readonly draining?: AbortSignal
  readonly gauges?: readonly Gauge[]
  readonly rooms?: RoomStreamDeps
  readonly progress?: Pick<Progress, 'report'>
  /** The operators' wire. */
  readonly admin?: AdminWire
  readonly dev?: DevTools
}
