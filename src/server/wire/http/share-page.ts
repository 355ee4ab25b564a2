import { createHash } from 'node:crypto'
import { HTML_LANG, LANGUAGES, type Language } from '#contract/languages.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { revampDetail } from '#contract/programs.ts'
import { SHARE_CARD } from '#server/domains/images/index.ts'

type Program = OutputOf<typeof revampDetail>['program']

export interface SharePageInput {
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

export const SHARE_POLICY = `default-src 'none'; script-src ${hashOf(SHARE_SCRIPT)}; style-src ${hashOf(STYLE)}; img-src 'self'; base-uri 'none'; frame-ancestors 'none'`

const TEXT = {
  zh_HK: { open: (brand: string) => `前往${brand}觀看`, language: 'English' },
  en_US: { open: (brand: string) => `Watch on ${brand}`, language: '繁體中文' },
} as const satisfies Record<Language, object>

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)

/** Nothing in it can end a script element. */
const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)

export const shareUrl = (origin: string, programId: string, language: Language): string =>
  `${origin}/s/${encodeURIComponent(programId)}${language === 'en_US' ? '?lang=en_US' : ''}`

/**
 * SCREENS, "Sharing": crawlers cannot read hash routes. A title with Open Graph, JSON-LD and its other languages, as visitors see it in
 * lists.
 */
export function sharePage({ program, language, origin, brand }: SharePageInput): string {
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

export const alternates = (origin: string, programId: string): { lang: string; href: string }[] => [
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
