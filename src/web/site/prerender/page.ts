import type { Banner } from '#contract/banners.ts'
import { HTML_LANG, LANGUAGES, type Language } from '#contract/languages.ts'
import { viewer as enUS } from '#text/en_US/viewer.ts'
import { viewer as zhHK } from '#text/zh_HK/viewer.ts'
import {
  BILLBOARD_SIZES,
  UPRIGHT_MEDIA,
  UPRIGHT_SIZES,
  uprightArt,
  WIDE_MEDIA,
} from '#web/features/billboard/billboard.tsx'
import { CONFIG_ELEMENT, DEFAULT_CONFIG, type SiteConfig } from '#web/viewer/site-config/site-config.ts'
import { imageAt, imageSrcSet } from '#web/ui/image.rules.ts'
import { firstCalls } from './first-calls.ts'
import { type PrefetchedResponse, HOME_DATA_ELEMENT, scriptJson } from './home-data.ts'
import { ENTRY_FILES_ELEMENT, ENTRY_SCRIPT, INLINE_SCRIPT } from './inline-script.ts'
import type { PageAssets } from './page-assets.ts'

const TEXT = { zh_HK: zhHK, en_US: enUS }
const OG_LOCALE = { zh_HK: 'zh_HK', en_US: 'en_US' } as const

export interface PageInput {
  language: Language
  /** The HTML of home (`renderHome`); empty: the browser renders everything. */
  html: string
  answers: readonly PrefetchedResponse[]
  config: Partial<SiteConfig>
  assets: PageAssets
  /** The public origin, without a trailing slash. */
  origin: string
}

/** The whole page at `/`: head, home, data. Nothing in it blocks the first paint but itself. */
export function renderPage({ language, html, answers, config, assets, origin }: PageInput): string {
  const { site } = TEXT[language]
  const brand = { ...DEFAULT_CONFIG, ...config }.brand[language]
  const title = `${brand} - ${site.tagline}`
  const hero = firstBanner(answers, language)
  return [
    '<!doctype html>',
    `<html lang="${HTML_LANG[language]}" data-language="${language}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<script>${INLINE_SCRIPT}</script>`,
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(site.description)}">`,
    '<meta name="theme-color" content="#07090f">',
    ...(hero ? heroPreloads(hero) : []),
    `<style>${assets.css}</style>`,
    // Vite's loader takes these style sheets as loaded; a lazy chunk would otherwise add them again, after its own rules. Disabled: not fetched.
    ...assets.styles.map((file) => `<link rel="stylesheet" href="${file}" disabled>`),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/favicon-180.png">',
    '<link rel="manifest" href="/site.webmanifest">',
    `<link rel="canonical" href="${escapeHtml(origin)}/">`,
    ...LANGUAGES.map(
      (other) =>
        `<link rel="alternate" hreflang="${HTML_LANG[other]}" href="${escapeHtml(origin)}/#/category/list?language=${other}">`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${escapeHtml(origin)}/">`,
    '<meta property="og:type" content="website">',
    `<meta property="og:site_name" content="${escapeHtml(brand)}">`,
    `<meta property="og:title" content="${escapeHtml(title)}">`,
    `<meta property="og:description" content="${escapeHtml(site.description)}">`,
    `<meta property="og:url" content="${escapeHtml(origin)}/">`,
    `<meta property="og:locale" content="${OG_LOCALE[language]}">`,
    ...(hero ? [`<meta property="og:image" content="${escapeHtml(origin + imageAt(hero.bannerImage, 1280))}">`] : []),
    '</head>',
    '<body>',
    `<div id="root">${html}</div>`,
    `<script type="application/json" id="${CONFIG_ELEMENT}">${scriptJson(config)}</script>`,
    `<script type="application/json" id="${HOME_DATA_ELEMENT}">${scriptJson(answers)}</script>`,
    `<script type="application/json" id="${ENTRY_FILES_ELEMENT}">${scriptJson([assets.script, ...assets.preload[language]])}</script>`,
    `<script>${ENTRY_SCRIPT}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

/** Preloads the billboard's first image, in the art and the size that the screen will use. */
function heroPreloads(banner: Banner): string[] {
  const upright = uprightArt(banner)
  return [
    preloadImage({ src: banner.bannerImage, media: WIDE_MEDIA, sizes: BILLBOARD_SIZES, from: 640, to: 1920 }),
    preloadImage({ src: upright, media: UPRIGHT_MEDIA, sizes: UPRIGHT_SIZES, from: 320, to: 1280 }),
  ]
}

interface ImagePreload {
  src: string
  media: string
  sizes: string
  from: number
  to: number
}

function preloadImage({ src, media, sizes, from, to }: ImagePreload): string {
  const srcSet = imageSrcSet(src, { from, to })
  const sources = srcSet ? ` imagesrcset="${escapeHtml(srcSet)}" imagesizes="${escapeHtml(sizes)}"` : ''
  return `<link rel="preload" as="image" fetchpriority="high" media="${media}" href="${escapeHtml(imageAt(src, 640))}"${sources}>`
}

function firstBanner(answers: readonly PrefetchedResponse[], language: Language): Banner | undefined {
  const answer = answers.find(({ url }) => url === firstCalls(language).billboard)?.envelope
  return (answer as { data?: { bannerList?: Banner[] } } | undefined)?.data?.bannerList?.[0]
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char)
