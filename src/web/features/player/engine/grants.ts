import { grantOf, swapGrant } from './grant.rules.ts'

/** Asks the order call again; answers the new master playlist. */
export type RequestGrant = () => Promise<string>

/** The grant under which a title is being played, and its silent renewal. */
export interface Grants {
  /** The master playlist under the newest grant. */
  master(): string
  /** The same file under the newest grant. */
  under(url: string): string
  /** A file came: the grant in its URL is good. */
  served(url: string): void
  /**
   * A file was forbidden. Answers whether there is a newer grant to try it with: one new order for all files that fail
   * together, and none when the grant was renewed and has opened nothing since.
   */
  renew(url: string): Promise<boolean>
}

/** Keeps the grant of one title. */
export function createGrants(first: string, ask: RequestGrant): Grants {
  let master = first
  let unproven = false
  let asking: Promise<boolean> | null = null

  return {
    master: () => master,
    under: (url) => swapGrant(url, master),
    served(url) {
      if (isCurrent(url)) unproven = false
    },
    renew(url) {
      if (!isCurrent(url)) return Promise.resolve(grantOf(url) !== null)
      if (unproven) return Promise.resolve(false)
      asking ??= renewOnce().finally(() => {
        asking = null
      })
      return asking
    },
  }

  function isCurrent(url: string): boolean {
    return grantOf(url)?.grant === grantOf(master)?.grant
  }

  async function renewOnce(): Promise<boolean> {
    try {
      master = await ask()
      unproven = true
      return true
    } catch {
      return false
    }
  }
}

/** Fetches a small text under the grant (subtitles, storyboard), renewing it once. @throws when it cannot be had. */
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
