import { LRUCache } from 'lru-cache'
import { LANGUAGES } from '#contract/languages.ts'
import type { Clock } from '#server/kit/clock.ts'
import { alternates, escaped, shareUrl } from './share-page.ts'
import type { ListedPage, SitemapSource } from './http-deps.ts'

/** In one file; the protocol allows 50,000 addresses and 50 MB. */
export const SITEMAP_TITLES = 5000
/** A crawler reads all files one after another. */
const KEPT_MS = 10 * 60_000
const FILES_MAX = 100

/** In cached text, so that requests of different hosts share it. No path of a title has braces. */
const ORIGIN = '{origin}'
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const PROTOCOL = 'http://www.sitemaps.org/schemas/sitemap/0.9'

export interface Sitemap {
  index(origin: string): Promise<string>
  /** From 1. @returns undefined when there is none of this number */
  file(origin: string, number: number): Promise<string | undefined>
}

export function createSitemap(source: SitemapSource, clock: Clock): Sitemap {
  const options = { ttl: KEPT_MS, ttlResolution: 0, perf: { now: () => clock.now().epochMilliseconds } }
  const counts = new LRUCache<'titles', Promise<number>>({ max: 1, ...options })
  const kept = new LRUCache<number, Promise<string>>({ max: FILES_MAX, ...options })
  const countFiles = async () => filesOf(await keep(counts, 'titles', () => source.count()))
  return {
    index: async (origin) => at(origin, indexOf(await countFiles())),

    async file(origin, number) {
      if (number < 1 || number > (await countFiles())) return undefined
      return at(origin, await keep(kept, number, async () => fileOf(await source.page(rangeOf(number)))))
    },
  }
}

function keep<K extends string | number, V>(
  cache: LRUCache<K, Promise<V>>,
  key: K,
  make: () => Promise<V>,
): Promise<V> {
  const found = cache.get(key)
  if (found) return found
  const made = make()
  cache.set(key, made)
  made.catch(() => cache.delete(key))
  return made
}

const at = (origin: string, xml: string): string => xml.replaceAll(ORIGIN, () => escaped(origin))

const filesOf = (titles: number): number => Math.max(1, Math.ceil(titles / SITEMAP_TITLES))
const rangeOf = (number: number) => ({ offset: (number - 1) * SITEMAP_TITLES, limit: SITEMAP_TITLES })

function indexOf(files: number): string {
  const entries = Array.from(
    { length: files },
    (_, index) => `<sitemap><loc>${ORIGIN}/sitemap/${index + 1}.xml</loc></sitemap>`,
  )
  return `${HEAD}<sitemapindex xmlns="${PROTOCOL}">${entries.join('')}</sitemapindex>\n`
}

/** Each title's page in each language; every address lists all of them. */
function fileOf(titles: readonly ListedPage[]): string {
  const entries = titles.map(({ programId, publishedAt }) => {
    const links = alternates(ORIGIN, programId)
      .map(({ lang, href }) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${escaped(href)}"/>`)
      .join('')
    const [day = ''] = publishedAt.toString().split('T')
    return LANGUAGES.map((language) => {
      const address = escaped(shareUrl(ORIGIN, programId, language))
      return `<url><loc>${address}</loc><lastmod>${day}</lastmod>${links}</url>`
    }).join('')
  })
  return `${HEAD}<urlset xmlns="${PROTOCOL}" xmlns:xhtml="http://www.w3.org/1999/xhtml">${entries.join('')}</urlset>\n`
}
