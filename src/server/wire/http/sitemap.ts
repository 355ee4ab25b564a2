import { alternates, escaped, shareUrl } from './share-page.ts'

/** A title that everybody may see. */
export interface ListedPage {
  programId: string
  publishedAt: Temporal.Instant
}

/** What the sitemap reads of the catalogue. */
export interface SitemapSource {
  count(): Promise<number>
  page(range: { offset: number; limit: number }): Promise<readonly ListedPage[]>
}

/** Titles of one sitemap file; the protocol allows 50,000 addresses and 50 MB. */
export const SITEMAP_TITLES = 5000

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const PROTOCOL = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** The number of files for a number of titles: at least one. */
export const sitemapFiles = (titles: number): number => Math.max(1, Math.ceil(titles / SITEMAP_TITLES))

/** `/sitemap.xml`: the list of the files. */
export function sitemapIndex(origin: string, titles: number): string {
  const files = Array.from({ length: sitemapFiles(titles) }, (_, at) => `${origin}/sitemap/${at + 1}.xml`)
  const entries = files.map((file) => `<sitemap><loc>${escaped(file)}</loc></sitemap>`)
  return `${HEAD}<sitemapindex xmlns="${PROTOCOL}">${entries.join('')}</sitemapindex>\n`
}

/** One file: each title's page in each language. */
export function sitemapFile(origin: string, titles: readonly ListedPage[]): string {
  const entries = titles.map(({ programId, publishedAt }) => {
    const links = alternates(origin, programId).map(
      ({ lang, href }) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${escaped(href)}"/>`,
    )
    const address = escaped(shareUrl(origin, programId, 'zh_HK'))
    const [day = ''] = publishedAt.toString().split('T')
    return `<url><loc>${address}</loc><lastmod>${day}</lastmod>${links.join('')}</url>`
  })
  return `${HEAD}<urlset xmlns="${PROTOCOL}" xmlns:xhtml="http://www.w3.org/1999/xhtml">${entries.join('')}</urlset>\n`
}
