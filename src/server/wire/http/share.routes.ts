import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/error-codes.ts'
import { type OutputOf, endpointUrl } from '#contract/endpoint.ts'
import { HTML_LANG, type Language, LANGUAGES } from '#contract/languages.ts'
import { revampDetail } from '#contract/programs.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Pipeline } from '../handle.ts'
import type { RequestLimiter } from '../request-rate.ts'
import type { BrandNames, HttpConfig, SitemapSource, ListedPage } from './http-deps.ts'
import { answerVisitor, envelopeOf, type VisitorOutcome } from './home.ts'
import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import { escaped } from './plain-page.ts'
import { SHARE_CARD } from '#server/domains/images/index.ts'

export interface ShareDeps {
  readonly config: Pick<HttpConfig, 'PUBLIC_URL' | 'REGION_HEADER'>
  readonly brand: () => BrandNames
  readonly clock: Clock
  readonly limiter: RequestLimiter
  readonly pipeline: Pipeline
  readonly sitemap: SitemapSource
  readonly regionOf: (request: FastifyRequest) => string
}

const XML = 'application/xml; charset=utf-8'
const HTML = 'text/html; charset=utf-8'
const PLAIN = 'text/plain; charset=utf-8'
const CACHED = 'public, max-age=300'
const NOT_CACHED = 'private, no-store'
/** For the request limiter: a sitemap file is some megabytes. */
const COST = { page: 1, sitemapIndex: 1, sitemapFile: 20 } as const

/** Left out of visitors' lists and the sitemap: search engines forget the title. */
const HIDDEN: ReadonlySet<string> = new Set(['REGION_REFUSED', 'WINDOW_CLOSED'] satisfies ErrorCode[])

const UNKNOWN: ReadonlySet<string> = new Set(['NOT_FOUND', 'INVALID_INPUT'] satisfies ErrorCode[])

type Detail = { errorCode?: string } & Partial<OutputOf<typeof revampDetail>>

/** For search engines and cards of messengers: a page of each title, their list, robots.txt. */
export function bindShare(app: FastifyInstance, deps: ShareDeps): void {
  const { config, clock, limiter, pipeline, regionOf } = deps
  const sitemap = createSitemap(deps.sitemap, clock)

  app.get('/robots.txt', (request, reply) =>
    reply
      .type(PLAIN)
      .header('cache-control', cacheControl(CACHED))
      .send(
        `User-agent: *\nDisallow: /api/\nDisallow: /api_v2/\nDisallow: /v/\nSitemap: ${originOf(request)}/sitemap.xml\n`,
      ),
  )
  app.get('/sitemap.xml', async (request, reply) => {
    limiter.count(request.ip, COST.sitemapIndex)
    return sendXml(reply, await sitemap.index(originOf(request)))
  })
  app.get<{ Params: { file: string } }>('/sitemap/:file', async (request, reply) => {
    limiter.count(request.ip, COST.sitemapFile)
    const number = Number(/^([1-9]\d{0,3})\.xml$/.exec(request.params.file)?.[1] ?? 0)
    const xml = await sitemap.file(originOf(request), number)
    return xml === undefined ? reply.status(404).type(PLAIN).send('Not found') : sendXml(reply, xml)
  })
  app.get<{ Params: { programId: string }; Querystring: { lang?: string } }>(
    '/s/:programId',
    async (request, reply) => {
      limiter.count(request.ip, COST.page)
      const language: Language = request.query.lang === 'en_US' ? 'en_US' : 'zh_HK'
      const query = new URLSearchParams({ programId: request.params.programId, language, pattern: 'normal' })
      const brand = deps.brand()[language]
      const url = `${endpointUrl(revampDetail)}?${query}`
      const outcome = await answerVisitor(pipeline, url, regionOf(request))
      const detail = envelopeOf(outcome) as Detail
      reply.header('content-security-policy', SHARE_POLICY).type(HTML)
      if (config.REGION_HEADER) reply.header('vary', config.REGION_HEADER)
      if (!detail.program) {
        // A fault of ours is not a missing title, which search engines would forget.
        return reply
          .status(UNKNOWN.has(detail.errorCode ?? '') ? 404 : 503)
          .header('cache-control', 'no-store')
          .send(missing(brand, language))
      }
      const page = sharePage({ program: detail.program, language, origin: originOf(request), brand })
      if (HIDDEN.has(detail.program.reason ?? '')) reply.header('x-robots-tag', 'noindex')
      return reply.header('cache-control', cacheControl(`public, max-age=${secondsOf(outcome)}`)).send(page)
    },
  )

  /** Until the next start or end of a licence window at the latest. */
  function secondsOf(outcome: VisitorOutcome): number {
    if (outcome.kind === 'own') return 0
    return Math.max(0, Math.floor((outcome.entry.expiresAtMs - clock.now().epochMilliseconds) / 1000))
  }

  /** The configured one, else the request's, which may name any host. */
  function originOf({ protocol, host }: FastifyRequest): string {
    return config.PUBLIC_URL ?? `${protocol === 'https' ? 'https' : 'http'}://${host}`
  }

  /** Not cached with the request's address, so that a foreign host cannot get into others' responses. */
  function cacheControl(configured: string): string {
    return config.PUBLIC_URL === undefined ? NOT_CACHED : configured
  }

  function sendXml(reply: FastifyReply, xml: string): FastifyReply {
    return reply.type(XML).header('cache-control', cacheControl(CACHED)).send(xml)
  }
}

const missing = (brand: string, language: Language): string =>
  `<!doctype html><html lang="${HTML_LANG[language]}"><meta charset="utf-8"><meta name="robots" content="noindex"><title>${escaped(brand)}</title><p><a id="open" href="/">${escaped(brand)}</a></p>\n`

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

type Program = OutputOf<typeof revampDetail>['program']

interface SharePageInput {
  program: Program
  language: Language
  origin: string
  brand: string
}

/** Search results and cards show no more. */
const DESCRIPTION_MAX = 200

/** Leads on to the site. Search engines that run scripts would take it for a redirect, and drop this page. */
export const SHARE_SCRIPT =
  "/bot|crawl|spider|slurp|yeti|google-|googleother/i.test(navigator.userAgent)||location.replace(document.getElementById('open').href)"
const STYLE =
  'body{margin:0;padding:48px 24px;background:#07090f;color:#f6f1e8;font:16px/1.65 sans-serif}img{display:block;max-width:100%;height:auto;border-radius:10px}main{max-width:640px;margin:0 auto}a{color:#ff8a70}'
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const SHARE_POLICY = `default-src 'none'; script-src ${hashOf(SHARE_SCRIPT)}; style-src ${hashOf(STYLE)}; img-src 'self'; base-uri 'none'; frame-ancestors 'none'`

const TEXT = {
  zh_HK: { open: (brand: string) => `前往${brand}觀看`, language: 'English' },
  en_US: { open: (brand: string) => `Watch on ${brand}`, language: '繁體中文' },
} as const satisfies Record<Language, object>

/** Nothing in it can end a script element. */
const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)

const shareUrl = (origin: string, programId: string, language: Language): string =>
  `${origin}/s/${encodeURIComponent(programId)}${language === 'en_US' ? '?lang=en_US' : ''}`

/**
 * SCREENS, "Sharing": crawlers cannot read hash routes. A title with Open Graph, JSON-LD and its other languages, as visitors see it in
 * lists.
 */
function sharePage({ program, language, origin, brand }: SharePageInput): string {
  const { programId, title } = program
  const description = shortened(program.description)
  const address = shareUrl(origin, programId, language)
  const image = cardImage(origin, program)
  const target = `/#/category/list?programId=${encodeURIComponent(programId)}${language === 'en_US' ? '&language=en_US' : ''}`
  const other = language === 'zh_HK' ? 'en_US' : 'zh_HK'
  const meta = {
    'og:site_name': brand,
    'og:type': program.programType === 'drama' ? 'video.tv_show' : 'video.movie',
    'og:title': title,
    'og:description': description,
    'og:url': address,
    'og:image': image,
    'og:image:width': String(SHARE_CARD.width),
    'og:image:height': String(SHARE_CARD.height),
    'og:image:alt': title,
    'og:locale': language,
    'og:locale:alternate': other,
  }
  return `<!doctype html>
<html lang="${HTML_LANG[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} - ${escaped(brand)}</title>
<meta name="description" content="${escaped(description)}">
<link rel="canonical" href="${escaped(address)}">
${alternates(origin, programId)
  .map(({ lang, href }) => `<link rel="alternate" hreflang="${lang}" href="${escaped(href)}">`)
  .join('\n')}
${Object.entries(meta)
  .map(([property, content]) => `<meta property="${property}" content="${escaped(content)}">`)
  .join('\n')}
<meta name="twitter:card" content="summary_large_image">
<script type="application/ld+json">${scriptJson(structuredData({ program, language, origin, brand }))}</script>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<img src="${escaped(`${program.landscapeImageURL}?w=640`)}" alt="" width="640" height="360">
<p>${escaped(program.description)}</p>
<p><a id="open" href="${escaped(target)}">${escaped(TEXT[language].open(brand))}</a></p>
<p><a href="${escaped(shareUrl('', programId, other))}" hreflang="${HTML_LANG[other]}" lang="${HTML_LANG[other]}">${TEXT[language].language}</a></p>
</main>
<script>${SHARE_SCRIPT}</script>
</body>
</html>
`
}

const cardImage = (origin: string, { landscapeImageURL }: Program): string => `${origin}${landscapeImageURL}?card`

const alternates = (origin: string, programId: string): { lang: string; href: string }[] => [
  ...LANGUAGES.map((language) => ({ lang: HTML_LANG[language], href: shareUrl(origin, programId, language) })),
  { lang: 'x-default', href: shareUrl(origin, programId, 'zh_HK') },
]

const shortened = (text: string): string => {
  const signs = [...text]
  return signs.length > DESCRIPTION_MAX ? `${signs.slice(0, DESCRIPTION_MAX - 1).join('')}…` : text
}

/** schema.org's Movie or TVSeries. A rating only with votes (SCREENS: the default 3.5 only sorts). */
function structuredData({ program, language, origin }: SharePageInput): Record<string, unknown> {
  const people = (names: readonly string[]) => names.map((name) => ({ '@type': 'Person', name }))
  return {
    '@context': 'https://schema.org',
    '@type': program.programType === 'drama' ? 'TVSeries' : 'Movie',
    name: program.title,
    description: program.description,
    url: shareUrl(origin, program.programId, language),
    image: cardImage(origin, program),
    inLanguage: program.locale,
    dateCreated: String(program.releaseYear),
    actor: people(program.actor),
    director: people(program.director),
    contentRating: program.restriction,
    ...(program.votes > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: program.rating,
        ratingCount: program.votes,
        bestRating: 5,
      },
    }),
  }
}
