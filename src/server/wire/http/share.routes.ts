import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { OutputOf } from '#contract/endpoint.ts'
import { endpointUrl } from '#contract/endpoint.ts'
import type { Language } from '#contract/languages.ts'
import { revampDetail } from '#contract/programs.ts'
import type { Pipeline } from '../handle.ts'
import type { HttpConfig } from './http-deps.ts'
import { escaped, SHARE_POLICY, sharePage } from './share-page.ts'
import { SITEMAP_TITLES, sitemapFile, sitemapFiles, sitemapIndex, type SitemapSource } from './sitemap.ts'
import { answerVisitor, envelopeOf } from './visitor-calls.ts'

export interface ShareDeps {
  readonly config: Pick<HttpConfig, 'PUBLIC_URL' | 'BRAND_ZH' | 'BRAND_EN'>
  readonly pipeline: Pipeline
  readonly sitemap: SitemapSource
  readonly regionOf: (request: FastifyRequest) => string
}

const XML = 'application/xml; charset=utf-8'
const HTML = 'text/html; charset=utf-8'
const CACHED = 'public, max-age=300'
/** A crawler reads all files one after another: they are made at most this often. */
const SITEMAP_MS = 10 * 60_000
const FILES_MAX = 100

type Detail = { errorCode?: string } & Partial<OutputOf<typeof revampDetail>>

/** What search engines and cards of messengers read: a page of each title, their list, and robots.txt. */
export function bindShare(app: FastifyInstance, { config, pipeline, sitemap, regionOf }: ShareDeps): void {
  const files = new LRUCache<string, Promise<string | undefined>>({ max: FILES_MAX, ttl: SITEMAP_MS })
  const brands: Record<Language, string> = { zh_HK: config.BRAND_ZH, en_US: config.BRAND_EN }

  app.get('/robots.txt', (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        `User-agent: *\nDisallow: /api/\nDisallow: /api_v2/\nDisallow: /v/\nSitemap: ${originOf(request)}/sitemap.xml\n`,
      ),
  )
  app.get('/sitemap.xml', (request, reply) =>
    sendFile(reply, `${originOf(request)} index`, async () => sitemapIndex(originOf(request), await sitemap.count())),
  )
  app.get<{ Params: { file: string } }>('/sitemap/:file', (request, reply) => {
    const number = Number(/^([1-9]\d{0,3})\.xml$/.exec(request.params.file)?.[1] ?? 0)
    return sendFile(reply, `${originOf(request)} ${number}`, async () => {
      if (number === 0 || number > sitemapFiles(await sitemap.count())) return undefined
      const range = { offset: (number - 1) * SITEMAP_TITLES, limit: SITEMAP_TITLES }
      return sitemapFile(originOf(request), await sitemap.page(range))
    })
  })
  app.get<{ Params: { programId: string }; Querystring: { lang?: string } }>(
    '/s/:programId',
    async (request, reply) => {
      const language: Language = request.query.lang === 'en_US' ? 'en_US' : 'zh_HK'
      const query = new URLSearchParams({ programId: request.params.programId, language, pattern: 'normal' })
      const url = `${endpointUrl(revampDetail)}?${query}`
      const detail = envelopeOf(await answerVisitor(pipeline, url, regionOf(request))) as Detail
      reply.header('content-security-policy', SHARE_POLICY).type(HTML)
      if (!detail.program) {
        // A fault of ours is not a missing title, which search engines would forget.
        return reply
          .status(detail.errorCode === 'NOT_FOUND' ? 404 : 503)
          .header('cache-control', 'no-store')
          .send(missing(brands[language]))
      }
      const page = sharePage({ program: detail.program, language, origin: originOf(request), brand: brands[language] })
      return reply.header('cache-control', CACHED).send(page)
    },
  )

  /** Where the service is reached: as configured, else as this request came. */
  function originOf(request: FastifyRequest): string {
    return config.PUBLIC_URL ?? `${request.protocol}://${request.host}`
  }

  async function sendFile(
    reply: FastifyReply,
    key: string,
    make: () => Promise<string | undefined>,
  ): Promise<FastifyReply> {
    let file = files.get(key)
    if (!file) {
      file = make()
      files.set(key, file)
      file.catch(() => files.delete(key))
    }
    const xml = await file
    if (xml === undefined) return reply.status(404).type('text/plain; charset=utf-8').send('Not found')
    return reply.type(XML).header('cache-control', CACHED).send(xml)
  }
}

const missing = (brand: string): string =>
  `<!doctype html><html lang="zh-HK"><meta charset="utf-8"><meta name="robots" content="noindex"><title>${escaped(brand)}</title><p><a id="open" href="/">${escaped(brand)}</a></p>\n`
