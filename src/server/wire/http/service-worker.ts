import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { OFFLINE_URL, WORKER_URL, type WorkerBuild } from '#contract/service-worker.ts'
import { HTML_LANG, LANGUAGES } from '#contract/languages.ts'
import { offline as en } from '#text/en_US/notices.ts'
import { offline as zh } from '#text/zh_HK/notices.ts'
import type { BrandNames } from './http-deps.ts'
import { ofCurrent } from './static-files.ts'

export interface ServiceWorkerDeps {
  readonly code: string | undefined
  /** False: browsers are sent a worker that removes its caches and itself. */
  readonly isOn: boolean
  readonly paths: readonly string[]
  /** Has the brand, which changes while the service runs. */
  readonly offline: () => OfflinePage
}

const ASSETS = '/assets/'
/** Requests only this site, and loads no further script. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'"

/** Browsers revalidate both the worker and its offline page. */
export function bindServiceWorker(app: FastifyInstance, { code, isOn, paths, offline }: ServiceWorkerDeps): void {
  app.get(OFFLINE_URL, (_request, reply) => {
    const { html, policy } = offline()
    return reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': policy })
      .type('text/html; charset=utf-8')
      .send(html)
  })
  if (code === undefined) return
  const script = ofCurrent(offline, (page) => workerScript(code, isOn ? buildOf(code, paths, page) : null))
  app.get(WORKER_URL, (_request, reply) =>
    reply
      .headers({
        'cache-control': 'no-cache',
        'content-security-policy': WORKER_POLICY,
        'service-worker-allowed': '/',
      })
      .type('text/javascript; charset=utf-8')
      .send(script()),
  )
}

const workerScript = (code: string, build: WorkerBuild | null): string =>
  `self.HARBOUR=${JSON.stringify(build)};\n${code}`

/** From what browsers are sent alone, so that every node makes the same. */
function buildOf(code: string, paths: readonly string[], { html }: OfflinePage): WorkerBuild {
  const assets = paths.filter((path) => path.startsWith(ASSETS)).toSorted()
  const hash = createHash('sha256')
  for (const part of [code, html, ...assets]) hash.update(`${part}\0`)
  return { id: hash.digest('hex').slice(0, 16), assets }
}

interface OfflinePage {
  readonly html: string
  readonly policy: string
}

const TEXT = { zh_HK: zh, en_US: en } as const

const STYLE = `
html{color-scheme:dark;background:#07090f;color:#f6f1e8;font:400 16px/1.65 -apple-system,"PingFang HK","Segoe UI","Microsoft JhengHei UI","Noto Sans HK","Noto Sans CJK HK",Roboto,sans-serif}
main:lang(en){font-family:-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
body{display:flex;min-height:100vh;margin:0;align-items:center;justify-content:center;text-align:center}
main{max-width:26rem;padding:2rem 1.5rem}
svg{width:56px;height:56px}
h1{margin:1.25rem 0 .5rem;font-size:1.75rem;line-height:1.25}
p{margin:0 0 1.5rem;color:#bcc3d1}
.brand{margin:1.5rem 0 0;color:#8f98ab;font-size:.875rem}
button{min-height:52px;padding:0 28px;border:0;border-radius:10px;background:linear-gradient(#ff8a70,#ff6a52);color:#200805;font-family:inherit;font-size:1rem;font-weight:600;cursor:pointer}
button:focus-visible{outline:2px solid #ffe0b0;outline-offset:2px}
[data-language=zh_HK] [lang=en],[data-language=en_US] [lang=zh-HK]{display:none}
`

/** The stored language, else the cookie's, else the browser's; reloads when the network is back, or on request. */
const SCRIPT = `
var d=document,h=d.documentElement,l
try{l=localStorage.getItem('language')}catch(e){}
l=l||(/(?:^|;\\s*)language=(\\w+)/.exec(d.cookie)||[])[1]||(/^zh/i.test(navigator.language)?'zh_HK':'en_US')
if(l!=='en_US')l='zh_HK'
h.setAttribute('data-language',l)
h.lang=l==='en_US'?'en':'zh-HK'
d.addEventListener('DOMContentLoaded',function(){
d.title=d.querySelector('main[lang="'+h.lang+'"] h1').textContent
d.querySelectorAll('button').forEach(function(b){b.addEventListener('click',function(){location.reload()})})
})
addEventListener('online',function(){location.reload()})
`

const ICON =
  '<svg viewBox="0 0 24 24" fill="none" stroke="#ff6f59" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M12 20h.01M8.5 16.4a5 5 0 0 1 7 0M5 12.9a10 10 0 0 1 5.2-2.7M19 12.9a10 10 0 0 0-2-1.5M2 8.8a15 15 0 0 1 4.2-2.6M22 8.8a15 15 0 0 0-11.3-3.8M2 2l20 20"/></svg>'

/** In place of a page that cannot be loaded: both languages, one file. */
export function offlinePage(brands: BrandNames): OfflinePage {
  const parts = LANGUAGES.map((language) => {
    const { title, text, retry } = TEXT[language]
    const brand = escapeHtml(brands[language])
    return `<main lang="${HTML_LANG[language]}">${ICON}<h1>${title}</h1><p>${text}</p><button type="button">${retry}</button><p class="brand">${brand}</p></main>`
  })
  const html = [
    '<!doctype html>',
    '<html lang="zh-HK" data-language="zh_HK">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    '<meta name="theme-color" content="#07090f">',
    '<meta name="robots" content="noindex">',
    `<title>${zh.title}</title>`,
    `<style>${STYLE}</style>`,
    `<script>${SCRIPT}</script>`,
    '</head>',
    `<body>${parts.join('')}</body>`,
    '</html>',
    '',
  ].join('\n')
  const policy = `default-src 'none'; script-src ${source(SCRIPT)}; style-src ${source(STYLE)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return { html, policy }
}

const source = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char)
