import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { HTML_LANG, type Language } from '#contract/languages.ts'
import { optOut as en } from '#text/en_US/opt-out.ts'
import { type OptOutText, optOut as zh } from '#text/zh_HK/opt-out.ts'
import type { RequestLimiter } from '../request-rate.ts'
import type { BrandNames, OptOut } from './http-deps.ts'

interface OptOutDeps extends OptOut {
  readonly brand: () => BrandNames
  readonly limiter: RequestLimiter
}

/** In the query, which the log leaves out. */
export const optOutPath = (token: string, language: Language): string =>
  `/unsubscribe?token=${encodeURIComponent(token)}${language === 'en_US' ? '&lang=en_US' : ''}`

const BODY_BYTES_MAX = 4 * 1024
const TEXT: Readonly<Record<Language, OptOutText>> = { zh_HK: zh, en_US: en }

type Query = { Querystring: { token?: string; lang?: string } }

/**
 * Ends marketing without a sign-in (RFC 8058). The page asks first, since mail scanners open every link; its button, and the one of mail
 * programs, post to the same address.
 */
export async function bindOptOut(scope: FastifyInstance, { isToken, optOut, brand, limiter }: OptOutDeps) {
  scope.removeAllContentTypeParsers()
  // Mail programs post a form of either kind. What it says changes nothing.
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, (_request, body, done) =>
    done(null, body),
  )

  scope.get<Query>('/unsubscribe', (request, reply) => {
    limiter.count(request.ip)
    const { token, language } = asked(request.query)
    const page = isToken(token) ? 'ask' : 'invalid'
    return sendPage(reply, page, { token, language, brand: brand()[language] })
  })

  scope.post<Query>('/unsubscribe', async (request, reply) => {
    limiter.count(request.ip)
    const { token, language } = asked(request.query)
    const page = (await optOut(token)) ? 'done' : 'invalid'
    return sendPage(reply, page, { token, language, brand: brand()[language] })
  })
}

const asked = ({ token, lang }: Query['Querystring']): { token: string; language: Language } => ({
  token: typeof token === 'string' ? token : '',
  language: lang === 'en_US' ? 'en_US' : 'zh_HK',
})

const STYLE =
  'body{margin:0;padding:48px 24px;background:#07090f;color:#f6f1e8;font:16px/1.65 sans-serif}main{max-width:560px;margin:0 auto}h1{font-size:24px;line-height:1.4}a{color:#ff8a70}button{min-height:48px;padding:0 28px;border:0;border-radius:999px;background:#ff8a70;color:#07090f;font:inherit;font-weight:700;cursor:pointer}button:focus-visible,a:focus-visible{outline:2px solid #f6f1e8;outline-offset:3px}'
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

interface Shown {
  readonly token: string
  readonly language: Language
  readonly brand: string
}

function sendPage(reply: FastifyReply, page: 'ask' | 'done' | 'invalid', shown: Shown): FastifyReply {
  return reply
    .status(page === 'invalid' ? 404 : 200)
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    .send(pageOf(page, shown))
}

function pageOf(page: 'ask' | 'done' | 'invalid', { token, language, brand }: Shown): string {
  const text = TEXT[language]
  const form = `<form method="post" action="${escaped(optOutPath(token, language))}"><button type="submit">${escaped(text.submit)}</button></form>`
  const bodies = { ask: [text.askText], done: [text.doneText, text.again], invalid: [text.invalidText] }
  return `<!doctype html>
<html lang="${HTML_LANG[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(text.title)} - ${escaped(brand)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(text[page])}</h1>
${bodies[page].map((paragraph) => `<p>${escaped(paragraph)}</p>`).join('\n')}
${page === 'ask' ? form : ''}
<p><a href="/">${escaped(text.home(brand))}</a></p>
</main>
</body>
</html>
`
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)
