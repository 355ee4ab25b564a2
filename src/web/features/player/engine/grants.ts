import { grantOf, swapGrant } from './grant.rules.ts'

/** Places the order again; resolves to the new master playlist. */
export type RequestGrant = () => Promise<string>

/** The grant under which a title is being played, and its silent renewal. */
export interface Grants {
  /** The master playlist under the newest grant. */
  master(): string
  /** The same file under the newest grant. */
  under(url: string): string
  /** A file was loaded: the grant in its URL is valid. */
  served(url: string): void
  /**
   * A file was forbidden. Resolves to whether a newer grant exists: one new order for all files that fail together, and none
   * when the grant was renewed and has not served a file since.
   */
  renew(url: string): Promise<boolean>
}

/** Keeps the grant of one title. */
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

/** Fetches a small text under the grant (subtitles, storyboard), renewing it once. @throws when it cannot be loaded. */
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
