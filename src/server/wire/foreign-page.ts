import { AppError } from '#contract/errors.ts'

/** What a browser says of the page that makes a request. */
type PageHeaders = {
  readonly origin?: string | undefined
  readonly host?: string | undefined
  readonly secFetchSite?: string | undefined
}

/**
 * Refuses a state-changing request of another site's page. Browsers name the page by Sec-Fetch-Site on a secure connection, by
 * Origin (except for a plain GET) on any. Apps send neither. @throws AppError CROSS_SITE
 */
export function refuseForeignPage(
  { origin, host, secFetchSite }: PageHeaders,
  isOurOrigin: (origin: string) => boolean,
): void {
  if (secFetchSite === 'same-origin') return
  const isOurs = origin === undefined ? secFetchSite !== 'cross-site' : isOurOrigin(origin) || isAt(origin, host)
  if (!isOurs) throw new AppError('CROSS_SITE')
}

type GetHeaders = Pick<PageHeaders, 'secFetchSite'> & { readonly accept?: string | undefined }

/** What a browser prefers when it loads an image, or a document into a window or frame. */
const IMAGE_OR_DOCUMENT = /^\s*(?:image\/|text\/html|application\/xhtml\+xml)/i

/**
 * Refuses a GET that any page could make by itself: by an image, a frame or a link. Old browsers do not name the page, so such a
 * request has to prove that its page is ours. Apps use POST. @throws AppError CROSS_SITE
 */
export function refusePageGet({ accept = '', secFetchSite }: GetHeaders): void {
  const isOwn = secFetchSite === 'same-origin' || secFetchSite === 'none'
  if (!isOwn || IMAGE_OR_DOCUMENT.test(accept)) throw new AppError('CROSS_SITE')
}

/** Whether a page came from the very host of the request: the site under an address that nobody configured. */
const isAt = (origin: string, host: string | undefined): boolean =>
  host !== undefined && URL.parse(origin)?.host === host.toLowerCase()
