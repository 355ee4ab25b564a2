import { AppError } from '#contract/errors.ts'

type IsReturnOrigin = (origin: string) => boolean

/** Where a payer's browser goes when it comes back. @throws INVALID_INPUT for pages that are not ours */
export function requireReturnUrls(
  { continueUrl, cancelUrl }: { continueUrl: string; cancelUrl: string },
  isReturnOrigin: IsReturnOrigin,
): void {
  for (const [name, url] of Object.entries({ continueURL: continueUrl, cancelURL: cancelUrl })) {
    if (!isReturnUrl(url, isReturnOrigin)) throw new AppError('INVALID_INPUT', { fields: { [name]: 'RETURN_URL' } })
  }
}

/** What programs read in different ways: a backslash is a slash for browsers, and others pass it on. */
const AMBIGUOUS = /[\\\s\p{Cc}\p{Cf}]/u
/** Control characters that somebody decodes: an encoded line break would end a header. */
const ENCODED_CONTROL = /%(?:[01][0-9a-f]|7f)/i
/** The beginning of a path or fragment that another host could be read in. */
const HOST_LIKE = /^(?:\/\/|\/?%(?:2f|5c))/i

/** A page below one of our origins, written so that every program reads the same in it. */
function isReturnUrl(text: string, isReturnOrigin: IsReturnOrigin): boolean {
  if (AMBIGUOUS.test(text) || ENCODED_CONTROL.test(text) || !URL.canParse(text)) return false
  const { protocol, origin, pathname } = new URL(text)
  if (!/^https?:$/.test(protocol) || !isReturnOrigin(origin) || !text.toLowerCase().startsWith(origin)) return false
  const [path = '', fragment = ''] = text.slice(origin.length).split('#', 2)
  return /^(?:$|[/?])/.test(path) && ![path, pathname].some((one) => HOST_LIKE.test(one)) && !HOST_LIKE.test(fragment)
}
