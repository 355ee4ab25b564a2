const UNDER_GRANT = /\/v\/([^/]+)\/([^/]+)\//

/** The grant and the asset of a playback URL (`/v/{grant}/{asset}/…`), or null for any other. */
export function grantOf(url: string): { grant: string; asset: string } | null {
  const found = UNDER_GRANT.exec(url)
  return found ? { grant: found[1]!, asset: found[2]! } : null
}

/**
 * The same file under the grant (and the host) of `master`. A URL of another asset, or of none, is left as it is:
 * a grant opens one asset only.
 */
export function swapGrant(url: string, master: string): string {
  const now = grantOf(master)
  const then = grantOf(url)
  if (!now || !then || now.asset !== then.asset) return url
  const match = UNDER_GRANT.exec(url)!
  const base = master.slice(0, UNDER_GRANT.exec(master)!.index)
  return `${base}/v/${now.grant}/${now.asset}/${url.slice(match.index + match[0].length)}`
}

/** A title as far as its previews are concerned. */
type PreviewedTitle = { readonly [K in 'movie' | 'trailer']?: { readonly previewURL?: string | undefined } | undefined }

/**
 * The preview file that a route names, if it is the title's own. Any other file in a link could play foreign content under our
 * name, or in kids mode another title's. Null also while the title is unknown.
 */
export function ownPreview(url: string, title: PreviewedTitle | undefined, base: string): string | null {
  const named = url === '' ? undefined : resolve(url, base)?.href
  if (named === undefined) return null
  const own = [title?.movie?.previewURL, title?.trailer?.previewURL]
  return own.some((file) => file !== undefined && resolve(file, base)?.href === named) ? named : null
}

/** `url` resolved against `base`; null when it is no URL. */
export function resolve(url: string, base: string | undefined): URL | null {
  try {
    return new URL(url, base)
  } catch {
    return null
  }
}
