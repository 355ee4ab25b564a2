import { DEFAULT_LANGUAGE, HTML_LANG } from '#contract/languages.ts'
import { site as en } from '#text/en_US/site.ts'
import { site as zh } from '#text/zh_HK/site.ts'
import type { HttpConfig } from './http-deps.ts'

/** The colour of the page (`--ink-0` in src/web/ui/tokens.css). */
const INK = '#07090f'
const ICONS = [192, 512]

/** The web app manifest, by which a browser installs the site as an app, under the operator's brand. */
export const webManifest = ({ BRAND_EN, BRAND_ZH }: Pick<HttpConfig, 'BRAND_EN' | 'BRAND_ZH'>): string =>
  JSON.stringify({
    id: '/',
    name: BRAND_EN === BRAND_ZH ? BRAND_ZH : `${BRAND_EN} ${BRAND_ZH}`,
    short_name: BRAND_ZH,
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
