/** Places the order again; resolves to the new master playlist. */
export type RequestGrant = () => Promise<string>

/** The grant of a playing title, renewed silently. */
export interface Grants {
  master(): string
  under(url: string): string
  /** A file was loaded: the grant in its URL is valid. */
  served(url: string): void
  /** Resolves to whether a newer grant exists. Files that fail together share one order; a grant that has not served a file yet is not renewed. */
  renew(url: string): Promise<boolean>
}

export function createGrants(first: string, request: RequestGrant): Grants {
  let master = first
  let unproven = false
  let renewal: Promise<boolean> | null = null

  return {
    master: () => master,
    under: (url) => swapGrant(url, master),
    served(url) {
      if (isCurrent(url)) unproven = false
    },
    renew(url) {
      if (!isCurrent(url)) return Promise.resolve(grantOf(url) !== null)
      if (unproven) return Promise.resolve(false)
      renewal ??= renewOnce().finally(() => {
        renewal = null
      })
      return renewal
    },
  }

  function isCurrent(url: string): boolean {
    return grantOf(url)?.grant === grantOf(master)?.grant
  }

  async function renewOnce(): Promise<boolean> {
    try {
      master = await request()
      unproven = true
      return true
    } catch {
      return false
    }
  }
}

/** Renews the grant once. @throws when it cannot be loaded */
export async function fetchText(
  grants: Grants,
  url: string,
  signal: AbortSignal,
): Promise<{ text: string; url: string }> {
  const now = grants.under(url)
  const answer = await fetch(now, { signal, credentials: 'same-origin' })
  if (answer.status === 403 && (await grants.renew(now))) return fetchText(grants, url, signal)
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  grants.served(now)
  return { text: await answer.text(), url: now }
}

const UNDER_GRANT = /\/v\/([^/]+)\/([^/]+)\//

/** From a playback URL (`/v/{grant}/{asset}/…`); null for any other. */
export function grantOf(url: string): { grant: string; asset: string } | null {
  const found = UNDER_GRANT.exec(url)
  return found ? { grant: found[1]!, asset: found[2]! } : null
}

/** The same file under the grant and host of `master`. URLs of another asset stay: a grant opens one asset only. */
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

/** The preview that a route names, if it is the title's own: a link must not play foreign content under our name. Null also while the title is unknown. */
export function ownPreview(url: string, title: PreviewedTitle | undefined, base: string): string | null {
  const named = url === '' ? undefined : resolve(url, base)?.href
  if (named === undefined) return null
  const own = [title?.movie?.previewURL, title?.trailer?.previewURL]
  return own.some((file) => file !== undefined && resolve(file, base)?.href === named) ? named : null
}

export function resolve(url: string, base: string | undefined): URL | null {
  try {
    return new URL(url, base)
  } catch {
    return null
  }
}
