import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Language } from '#contract/languages.ts'
import type { Screenings } from '#server/domains/screenings/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Gauge } from '#server/kit/gauge.ts'
import type { Log } from '#server/kit/log.ts'
import type { ResolveViewer } from '../authorization.ts'
import type { Calls } from '../handle.ts'
import type { SitemapSource } from './sitemap.ts'

/** The part of the configuration that the HTTP server reads. Satisfied by `config.ts`. */
export interface HttpConfig {
  /** Parent of the folder for uploads in progress. */
  readonly DATA_DIR: string
  /** Public URL of the site. Determines our origin, and HSTS if it is https. */
  readonly PUBLIC_URL?: string | undefined
  readonly FREE_HOST_BASE: string
  readonly MAIN_HOST_BASE: string
  readonly UHD_HOST_BASE: string
  /** Further origins whose pages may make state-changing calls. */
  readonly ALLOWED_ORIGINS: readonly string[]
  /** Addresses or CIDR ranges of trusted proxies, separated by commas. */
  readonly TRUST_PROXY?: string | undefined
  /** Header in which a trusted proxy sends the visitor's region. */
  readonly REGION_HEADER?: string | undefined
  readonly DEFAULT_REGION: string
  readonly METRICS_TOKEN?: string | undefined
  readonly HARBOUR_TEST: boolean
  readonly BRAND_ZH: string
  readonly BRAND_EN: string
  /** False: browsers that have the service worker are told to remove it. */
  readonly SERVICE_WORKER: boolean
}

/** Input of the home page prerender. */
export interface HomeInput {
  readonly language: Language
  /** Requests a path and query as a visitor, through the same pipeline and cache, and returns the envelope. */
  readonly request: (url: string) => Promise<unknown>
}

/** Implemented by the prerender bundle: fetches the data of its screen and returns the complete document. */
export type RenderHome = (input: HomeInput) => Promise<string>

/** Sources by directive of a content security policy. */
export type ContentPolicy = Readonly<Record<string, readonly string[]>>

/** A built app beside the site, such as the operators' console. */
export interface BuiltApp {
  /** The path that it is served below, with slashes around it: `/console/`. */
  readonly base: string
  /** The folder of its build; `assets/` contains the hashed files. */
  readonly clientDir: string
  /** What its pages may load besides the files of their own origin: directives that replace those of `appPolicy`. */
  readonly policy?: ContentPolicy
}

/** The built site, served at `/`: the prerender bundle as a port, and the folder of client files. */
export interface Site {
  /** `dist/client`; `assets/` contains the hashed files. */
  readonly clientDir: string
  /** Undefined if the site is not built. */
  readonly renderHome?: RenderHome | undefined
  /** CSP sources (`'sha256-…'`) of the inline scripts and styles of the home page. */
  readonly scriptHashes?: readonly string[]
  readonly styleHashes?: readonly string[]
  /** The code of the service worker (`dist/worker`). */
  readonly worker?: string | undefined
}

/** Dependencies of `/dev/*` (HARBOUR_TEST only). */
export interface DevTools {
  /** Advances the clock of all roles by an ISO 8601 duration. Resolves once all due work has run. */
  advanceClock(duration: string): Promise<void>
  /** Sent SMS and e-mails, newest first; filtered by recipient if given. */
  outbox(to: string | undefined): Promise<readonly unknown[]>
  accounts(): Promise<readonly unknown[]>
  /** The demo codes, which they can redeem. */
  codes(): Promise<readonly unknown[]>
}

/** The parts of a request available before routing. Fastify's request includes them. */
export interface RequestHead {
  readonly headers: IncomingHttpHeaders
  readonly raw: Pick<IncomingMessage, 'socket'>
}

/** A file response that is ready to be sent. */
export interface FileReply {
  /** Pattern of the equivalent route, for metrics. */
  readonly route: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Writes the body after the headers and ends the response; absent if there is no body. */
  readonly send?: (response: ServerResponse) => Promise<void>
}

/**
 * Called for each request first. Returns undefined if the path is not a file. The promise is rejected or resolves to
 * undefined if the routes should handle the request.
 */
export type FindFile = (request: IncomingMessage) => FileReply | Promise<FileReply | undefined> | undefined

/** Tools for the raw routes. */
export interface MediaTools {
  readonly regionOf: (request: RequestHead) => string
  /** Address of the client: that of the connection, or the one that trusted proxies forward. */
  readonly addressOf: (request: RequestHead) => string
  /** Registers a finder for the fast path, which runs before the routes (`fast-path.ts`). */
  readonly findFirst: (find: FindFile) => void
}

/** Private screenings that are watched together. */
export interface RoomStreamDeps {
  readonly screenings: Pick<Screenings, 'seatOf' | 'rooms'>
  /** Subscribes to the rooms that change on any node; no name: any may have. Returns the unsubscribe function. */
  readonly onRoomChange: (changed: (screeningId?: string) => void) => () => void
}

export interface HttpDeps {
  readonly config: HttpConfig
  readonly log: Log
  readonly clock: Clock
  /** Registers every call: `calls: (on) => registerCalls(on, domains)`. */
  readonly calls: Calls
  readonly resolveViewer: ResolveViewer
  /** The first licence window edge after an instant. No cached response outlives it. */
  readonly nextEdge: (now: Temporal.Instant) => Promise<Temporal.Instant | undefined>
  /** Subscribes to catalogue changes on any node (PostgreSQL NOTIFY). Returns the unsubscribe function. */
  readonly onCatalogueChange: (changed: () => void) => () => void
  /** The raw routes of media, images and fonts: `/v /p /i /f`. */
  readonly media?: (app: FastifyInstance, tools: MediaTools) => void | Promise<void>
  readonly site?: Site
  readonly apps?: readonly BuiltApp[]
  /** The titles that search engines are told of. Without it there are no pages to share. */
  readonly sitemap?: SitemapSource
  /** The sites of payment providers to which pages post a form, for the content security policy. */
  readonly formBases?: readonly string[]
  /** Checks of `/readyz`. A rejection makes the node not ready. */
  readonly checks?: Readonly<Record<string, () => Promise<unknown>>>
  /** Gauges shown by `/metrics` in addition to those of the HTTP server. */
  readonly gauges?: readonly Gauge[]
  readonly rooms?: RoomStreamDeps
  readonly dev?: DevTools
}
