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
  const place = UNDER_GRANT.exec(url)!
  const base = master.slice(0, UNDER_GRANT.exec(master)!.index)
  return `${base}/v/${now.grant}/${now.asset}/${url.slice(place.index + place[0].length)}`
}

/**
 * A preview that a route names is played only when it is a file of ours: `/p/…` below one of `origins`, without a
 * way out of it. Anything else in a link could show a stranger's film under our name.
 */
export function ownPreview(url: string, origins: readonly string[]): string | null {
  const place = url === '' ? null : resolve(url, origins[0])
  if (!place || !/^https?:$/.test(place.protocol) || !origins.includes(place.origin)) return null
  return /^\/p\/[\w.-]+\/[\w.-]+\.mp4$/.test(place.pathname) ? place.origin + place.pathname : null
}

/** `url` against `base`, or null when it is none. */
export function resolve(url: string, base: string | undefined): URL | null {
  try {
    return new URL(url, base)
  } catch {
    return null
  }
}
