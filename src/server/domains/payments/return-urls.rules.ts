import { AppError } from '#contract/errors.ts'

type IsReturnOrigin = (origin: string) => boolean

/** @throws INVALID_INPUT for pages that are not ours */
export function requireReturnUrls(
  { continueUrl, cancelUrl }: { continueUrl: string; cancelUrl: string },
  isReturnOrigin: IsReturnOrigin,
): void {
  for (const [name, url] of Object.entries({ continueURL: continueUrl, cancelURL: cancelUrl })) {
    if (!isReturnUrl(url, isReturnOrigin)) throw new AppError('INVALID_INPUT', { fields: { [name]: 'RETURN_URL' } })
  }
}

/** Programs read these differently: a backslash is a slash for browsers. */
const AMBIGUOUS = /[\\\s\p{Cc}\p{Cf}]/u
/** An encoded line break, once decoded, would end a header. */
const ENCODED_CONTROL = /%(?:[01][0-9a-f]|7f)/i
/** Another host could be read in the beginning of such a path or fragment. */
const HOST_LIKE = /^(?:\/\/|\/?%(?:2f|5c))/i

function isReturnUrl(text: string, isReturnOrigin: IsReturnOrigin): boolean {
  if (AMBIGUOUS.test(text) || ENCODED_CONTROL.test(text) || !URL.canParse(text)) return false
  const { protocol, origin, pathname } = new URL(text)
  if (!/^https?:$/.test(protocol) || !isReturnOrigin(origin) || !text.toLowerCase().startsWith(origin)) return false
  const [path = '', fragment = ''] = text.slice(origin.length).split('#', 2)
  return /^(?:$|[/?])/.test(path) && ![path, pathname].some((one) => HOST_LIKE.test(one)) && !HOST_LIKE.test(fragment)
}
