import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyReply, FastifyRequest, FastifyInstance } from 'fastify'
import { HTML_LANG, LANGUAGES } from '#contract/languages.ts'
import { encodingFor, matches, type Variants, variantsOf } from '../encodings.ts'
import type { BrandNames, BuiltApp } from './http-deps.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.bin': 'application/octet-stream',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
}
const COMPRESSED_TYPES = new Set(['.bin', '.png', '.webp', '.avif', '.woff2'])

/** File names below it contain a content hash. */
const HASHED = '/assets/'
const CACHE = { hashed: 'public, max-age=31536000, immutable', named: 'public, max-age=3600' } as const

export interface StaticFiles {
  send(path: string, request: FastifyRequest, reply: FastifyReply): Promise<boolean>
  text(path: string): string | undefined
  readonly paths: readonly string[]
}

interface StaticFile {
  readonly bytes: Buffer
  readonly type: string
  variants?: Variants
}

/** Once: it is small and does not change. A missing folder is an empty site. */
export async function loadStaticFiles(folder: string): Promise<StaticFiles> {
  const files = new Map<string, StaticFile>()
  for (const name of await filesBelow(folder)) {
    const type = TYPES[extname(name)]
    // The manifest of the build is read by the server alone.
    if (type === undefined || relative(folder, name).startsWith('.vite')) continue
    files.set(`/${relative(folder, name).split(sep).join('/')}`, { bytes: await readFile(name), type })
  }
  return { send, text: (path) => files.get(path)?.bytes.toString('utf8'), paths: [...files.keys()] }

  async function send(path: string, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const file = files.get(path)
    if (!file) return false
    // Browsers read no policy of a script or style: 1.5 KB of a first page.
    if (path.startsWith(HASHED)) reply.removeHeader('content-security-policy')
    const variants = (file.variants ??= variantsOf(file.bytes, COMPRESSED_TYPES.has(extname(path)) ? 'none' : 'file'))
    await sendVariants(request, reply, {
      variants,
      type: file.type,
      cacheControl: path.startsWith(HASHED) ? CACHE.hashed : CACHE.named,
    })
    return true
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

export async function sendVariants(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    variants,
    type,
    cacheControl,
    vary = 'Accept-Encoding',
  }: { variants: Variants; type: string; cacheControl: string; vary?: string },
): Promise<void> {
  const { etag, bytes, encoding } = await variants.load(encodingFor(request.headers['accept-encoding']))
  reply.headers({ etag, vary, 'cache-control': cacheControl })
  if (matches(request.headers['if-none-match'], etag)) {
    reply.status(304).send()
    return
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  reply.type(type).send(bytes)
}

/** Made once for each value that changes while the service runs. */
export function ofCurrent<T, Made>(current: () => T, make: (value: T) => Made): () => Made {
  let last: { readonly value: T; readonly made: Made } | undefined
  return () => {
    const value = current()
    if (last?.value !== value) last = { value, made: make(value) }
    return last!.made
  }
}

const DOCUMENT = '/index.html'

interface AppPages {
  readonly headersOf: (app: BuiltApp) => Readonly<Record<string, string>>
  readonly brand: () => BrandNames
}

/** HTML's own element for it, once a language: an app knows its name before anybody has signed in. */
const named = (html: string, brand: BrandNames): string => {
  const names = LANGUAGES.map(
    (language) => `<meta name="application-name" lang="${HTML_LANG[language]}" content="${escaped(brand[language])}">`,
  )
  return html.replace('<title>', () => `${names.join('')}<title>`)
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)

/** They have hash routes: a path below an app is a file, or nothing. */
export async function bindApps(
  scope: FastifyInstance,
  apps: readonly BuiltApp[],
  { headersOf, brand }: AppPages,
): Promise<void> {
  for (const app of apps) {
    const files = await loadStaticFiles(app.clientDir)
    const html = files.text(DOCUMENT)
    if (html === undefined) throw new Error(`no built app in ${app.clientDir}: run \`npm run build\``)
    const page = ofCurrent(brand, (names) => variantsOf(Buffer.from(named(html, names)), 'file'))
    const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.headers(headersOf(app))
      await sendVariants(request, reply, {
        variants: page(),
        type: 'text/html; charset=utf-8',
        cacheControl: 'no-cache',
      })
      return reply
    }
    // Relative addresses of the page need the slash.
    scope.get(app.base.slice(0, -1), (_request, reply) => reply.redirect(app.base, 308))
    for (const url of [app.base, `${app.base}index.html`]) scope.get(url, sendPage)
    bindFiles(scope, files, app.base)
  }
}

export function bindFiles(scope: FastifyInstance, files: StaticFiles, base: string): void {
  for (const path of files.paths.filter((name) => name !== DOCUMENT)) {
    const url = base.slice(0, -1) + encodeURI(path)
    scope.get(url, (request, reply) => files.send(path, request, reply).then(() => reply))
  }
}
