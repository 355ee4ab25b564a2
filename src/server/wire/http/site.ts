import type { Log } from '#server/kit/log.ts'
import { logFailure } from '#server/kit/outage.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bindFiles, sendVariants, type StaticFiles } from './static-files.ts'
import { cookieLanguage, type Home } from './home.ts'
import { NOTICE_URL } from '#contract/site-notice.ts'
import { DEFAULT_LANGUAGE, HTML_LANG } from '#contract/languages.ts'
import { site as en } from '#text/en_US/viewer.ts'
import { site as zh } from '#text/zh_HK/viewer.ts'
import type { BrandNames } from './http-deps.ts'

export interface SiteDeps {
  readonly files: StaticFiles
  readonly home: Home | undefined
  readonly regionOf: (request: FastifyRequest) => string
  readonly manifest: () => string
  readonly notice: () => object
  readonly pageHeaders: Readonly<Record<string, string>>
}

const HTML = 'text/html; charset=utf-8'
const ROBOTS = 'User-agent: *\nDisallow: /api/\nDisallow: /api_v2/\nDisallow: /v/\n'
const UNBUILT =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Harbour</title><p>The site is not built yet. <code>npm start</code> builds it.</p></html>'

export function bindSite(app: FastifyInstance, deps: SiteDeps): void {
  const { files, home, regionOf, manifest, notice, pageHeaders } = deps
  for (const url of ['/', '/index.html']) app.get(url, (request, reply) => sendHome(request, reply))
  // A payment page may return the browser with a POST; the fragment, which names our page, survives the redirect.
  app.post('/', (request, reply) => reply.redirect(request.url, 303))
  app.get('/site.webmanifest', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('application/manifest+json').send(manifest()),
  )
  // Open pages ask for it each minute; a cache in front of us may answer most of them.
  app.get(NOTICE_URL, (_request, reply) => reply.header('cache-control', 'public, max-age=30').send(notice()))
  bindFiles(app, files, '/')
  if (!app.hasRoute({ method: 'GET', url: '/robots.txt' })) {
    app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(ROBOTS))
  }

  async function sendHome(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.headers(pageHeaders)
    const page = await home?.page(cookieLanguage(request.headers.cookie), regionOf(request)).catch((error: unknown) => {
      logFailure(app.log as Log, error, { message: 'home page rendering failed', reqId: request.id })
    })
    if (!page) return sendShell(reply)
    const { variants, contentType } = page
    await sendVariants(request, reply, {
      variants,
      type: contentType,
      cacheControl: 'private, no-cache',
      vary: 'Cookie, Accept-Encoding',
    })
    return reply
  }

  function sendShell(reply: FastifyReply): FastifyReply {
    const shell = files.text('/index.html')
    return reply
      .header('cache-control', 'no-store')
      .status(shell ? 200 : 503)
      .type(HTML)
      .send(shell ?? UNBUILT)
  }
}

/** `--ink-0` in src/web/ui/tokens.css. */
const INK = '#07090f'
const ICONS = [192, 512]

export const webManifest = ({ zh_HK, en_US }: BrandNames): string =>
  JSON.stringify({
    id: '/',
    name: en_US === zh_HK ? zh_HK : `${en_US} ${zh_HK}`,
    short_name: zh_HK,
    description: `${zh.description}${en.description}`,
    lang: HTML_LANG[DEFAULT_LANGUAGE],
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: INK,
    theme_color: INK,
    categories: ['entertainment'],
    icons: ICONS.map((size) => ({ src: `/favicon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })),
  })
