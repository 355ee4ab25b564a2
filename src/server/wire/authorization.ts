import type { Endpoint } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { Viewer } from '#server/domains/viewer.ts'
import { isPreviewed } from './previewed.rules.ts'
import { type Fields, readContext, type RequestContext } from './context.ts'

/** @throws AppError SESSION_UNKNOWN, SESSION_EXPIRED or SESSION_ENDED */
export type ResolveViewer = (token: string, request: { context: RequestContext; region: string }) => Promise<Viewer>

export interface AuthorizationRequest {
  readonly method: 'GET' | 'POST'
  readonly fields: Fields
  readonly headers: {
    readonly authorization?: string | undefined
    readonly clientContext?: string | undefined
    readonly origin?: string | undefined
    readonly host?: string | undefined
    readonly secFetchSite?: string | undefined
    readonly accept?: string | undefined
    /** The grant of a preview. */
    readonly preview?: string | undefined
  }
  readonly region: string
}

export interface Authorization {
  readonly context: RequestContext
  readonly viewer: Viewer
}

/** @throws AppError GRANT_REFUSED */
export type ResolvePreview = (grant: string) => Promise<Viewer>

export interface AuthorizationDeps {
  /** Without it there are no previews. */
  readonly resolvePreview?: ResolvePreview | undefined
  readonly resolveViewer: ResolveViewer
  /** @throws AppError TOO_MANY_TRIES */
  readonly countMember: (accountId: string, cost: number, authorization?: string) => void
  readonly isOurOrigin: (origin: string) => boolean
}

type Call = {
  readonly endpoint: Endpoint
  readonly names: ReadonlySet<string>
  readonly request: AuthorizationRequest
  /** An earlier authorization of this request, which has counted its call. */
  readonly before?: Authorization | undefined
}

/**
 * The checks of a request before its input is read.
 * @throws AppError when the request may not make the call
 */
export async function authorize(
  { resolveViewer, resolvePreview, countMember, isOurOrigin }: AuthorizationDeps,
  { endpoint, names, request, before }: Call,
): Promise<Authorization> {
  if (endpoint.postOnly && request.method !== 'POST') throw new AppError('METHOD_NOT_ALLOWED')
  if (endpoint.changes) refuseForeignPage(request.headers, isOurOrigin)
  if (endpoint.sends && request.method === 'GET') refusePageGet(request.headers)
  const context = readContext(request.fields, request.headers, names.has('language'))
  const { preview } = request.headers
  if (preview !== undefined) return { context, viewer: await previewerOf(endpoint, { resolvePreview, preview }) }
  const viewer = await viewerOf(endpoint, {
    resolveViewer,
    context: withoutOwn(context, names),
    region: request.region,
  })
  if (viewer.kind === 'member' && viewer.accountId !== accountOf(before?.viewer))
    countMember(viewer.accountId, endpoint.cost, request.headers.authorization)
  refuseUnentitled(endpoint, viewer)
  return { context, viewer }
}

/** A session beside a grant counts for nothing. */
async function previewerOf(
  endpoint: Endpoint,
  { resolvePreview, preview }: { resolvePreview: ResolvePreview | undefined; preview: string },
): Promise<Viewer> {
  if (!resolvePreview) throw new AppError('GRANT_REFUSED', { of: 'preview' })
  const viewer = await resolvePreview(preview)
  if (!isPreviewed(endpoint)) throw new AppError('NOT_ALLOWED', { of: 'preview' })
  refuseUnentitled(endpoint, viewer)
  return viewer
}

type ViewerRequest = { resolveViewer: ResolveViewer; context: RequestContext; region: string }

async function viewerOf(endpoint: Endpoint, { resolveViewer, context, region }: ViewerRequest): Promise<Viewer> {
  const { language, pattern, deviceSerial, token } = context
  const isNarrowed = pattern === 'children'
  const visitor = { kind: 'visitor', language, region, kids: isNarrowed, deviceSerial } as const
  if (token === undefined) return visitor
  try {
    const viewer = await resolveViewer(token, { context, region })
    // Never widens a kids profile.
    return isNarrowed && !viewer.kids ? { ...viewer, kids: true } : viewer
  } catch (error) {
    if (endpoint.deadToken === 'ignored' && isDeadToken(error)) return visitor
    throw error
  }
}

export const accountOf = (viewer: Viewer | undefined): string | undefined =>
  viewer?.kind === 'member' ? viewer.accountId : undefined

const DEAD_TOKEN: readonly string[] = ['SESSION_UNKNOWN', 'SESSION_EXPIRED', 'SESSION_ENDED']

export const isDeadToken = (error: unknown): boolean => error instanceof AppError && DEAD_TOKEN.includes(error.code)

function refuseUnentitled(endpoint: Endpoint, viewer: Viewer): void {
  if (endpoint.viewer !== 'anyone' && viewer.kind !== endpoint.viewer) throw new AppError('LOGIN_REQUIRED')
  if (endpoint.kids === 'refused' && viewer.kids) throw new AppError('KIDS_NOT_ALLOWED')
  if (!endpoint.whileClosing && viewer.kind === 'member' && viewer.closing) {
    throw new AppError('ACCOUNT_CLOSING', { closing: true })
  }
}

const withoutOwn = (context: RequestContext, names: ReadonlySet<string>): RequestContext => ({
  ...context,
  ...(names.has('profileId') && { profileId: undefined }),
  ...(names.has('parentalCode') && { parentalCode: undefined }),
})

type PageHeaders = {
  readonly origin?: string | undefined
  readonly host?: string | undefined
  readonly secFetchSite?: string | undefined
}

/**
 * Browsers name the page by Sec-Fetch-Site on a secure connection, by Origin (except for a plain GET) on any; apps send neither.
 * @throws AppError CROSS_SITE for a state-changing request of another site's page
 */
function refuseForeignPage(
  { origin, host, secFetchSite }: PageHeaders,
  isOurOrigin: (origin: string) => boolean,
): void {
  if (secFetchSite === 'same-origin') return
  const isOurs = origin === undefined ? secFetchSite !== 'cross-site' : isOurOrigin(origin) || isAt(origin, host)
  if (!isOurs) throw new AppError('CROSS_SITE')
}

type GetHeaders = Pick<PageHeaders, 'secFetchSite'> & { readonly accept?: string | undefined }

const IMAGE_OR_DOCUMENT = /^\s*(?:image\/|text\/html|application\/xhtml\+xml)/i

/**
 * Refuses a GET that any page could make by an image, a frame or a link: old browsers do not name the page. Apps use POST.
 * @throws AppError CROSS_SITE
 */
function refusePageGet({ accept = '', secFetchSite }: GetHeaders): void {
  const isOwn = secFetchSite === 'same-origin' || secFetchSite === 'none'
  if (!isOwn || IMAGE_OR_DOCUMENT.test(accept)) throw new AppError('CROSS_SITE')
}

/** The page came from the very host of the request, under an address that is not configured. */
const isAt = (origin: string, host: string | undefined): boolean =>
  host !== undefined && URL.parse(origin)?.host === host.toLowerCase()
