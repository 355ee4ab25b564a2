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

function isReturnUrl(text: string, isReturnOrigin: IsReturnOrigin): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, origin, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === '' && isReturnOrigin(origin)
}
