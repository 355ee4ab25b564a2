import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { HTML_LANG, type Language } from '#contract/languages.ts'

export interface PlainPage {
  readonly language: Language
  readonly title: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  /** HTML. */
  readonly form?: string
  /** Of the link to the first page. */
  readonly home: string
}

/** A page without script, image or anything else of the site, which no search engine lists and no cache keeps. */
export function sendPlainPage(reply: FastifyReply, page: PlainPage): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    .send(htmlOf(page))
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** For text and attributes of HTML. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)

const STYLE =
  'body{margin:0;padding:48px 24px;background:#07090f;color:#f6f1e8;font:16px/1.65 sans-serif}main{max-width:560px;margin:0 auto}h1{font-size:24px;line-height:1.4}a{color:#ff8a70}button{min-height:48px;padding:0 28px;border:0;border-radius:999px;background:#ff8a70;color:#07090f;font:inherit;font-weight:700;cursor:pointer}button:focus-visible,a:focus-visible{outline:2px solid #f6f1e8;outline-offset:3px}'
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

const htmlOf = ({ language, title, heading, paragraphs, form = '', home }: PlainPage): string => `<!doctype html>
<html lang="${HTML_LANG[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(heading)}</h1>
${paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join('\n')}
${form}
<p><a href="/">${escaped(home)}</a></p>
</main>
</body>
</html>
`
