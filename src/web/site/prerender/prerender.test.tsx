import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Banner } from '#contract/banners.ts'
import type { Category } from '#contract/categories.ts'
import type { ProgramCard } from '#contract/programs.ts'
import {
  type PageAssets,
  homeCalls,
  homeCarouselCalls,
  ENTRY_SCRIPT,
  inlineHashes,
  INLINE_SCRIPT,
  renderHome,
  renderPage,
} from './prerender.tsx'

const card = (title: string): ProgramCard => ({
  programId: 'a',
  programGuid: 'a',
  programType: 'movie',
  title,
  otherTitle: 'A',
  tagline: '一句話',
  description: '',
  actor: [],
  genres: ['drama'],
  keyartImageURL: '/i/1/p.webp',
  landscapeImageURL: '/i/1/l.webp',
  artImageURL: '/i/1/a.webp',
  episodeCount: 0,
  releaseYear: 2026,
  restriction: 'IIA',
  vodType: 'FREE TO WATCH',
  vodTypes: ['FREE TO WATCH'],
  credits: 0,
  rating: 3.5,
  votes: 0,
  duration: 6840,
  dolbyAtmos: false,
  dolbyDigital: false,
  dolbyDigitalPlus: false,
  stereoAac51: false,
  preparing: false,
})
const category = (categoryId: string): Category => ({
  categoryId,
  programClassify: 'mixed',
  detailURL: `/api_v2/revamp/categoryList?categoryId=${categoryId}`,
  title: `行 ${categoryId}`,
  subtitle: '',
  showLandscape: false,
  showTopN: false,
})
const banner: Banner = {
  bannerId: 'b',
  bannerImage: '/i/2/hero.webp',
  bannerImagePortrait: '/i/2/tall.webp',
  bannerType: 'drama',
  movieId: 'a',
  url: '',
  title: '夜渡',
  subtitle: '本週焦點',
  program: { ...card('夜渡鯉魚門'), access: 'play', buttonText: '免費播放', buttonNote: '', offers: [] },
}
const assets: PageAssets = {
  script: '/assets/main.js',
  preload: { zh_HK: ['/assets/zh.js'], en_US: ['/assets/en.js'] },
  css: 'body{}',
  styles: ['/assets/main.css'],
}

/** The answers that a server would collect, in the order in which they follow from one another. */
function answersFor(title = '夜渡鯉魚門') {
  const rows = ['r1', 'r2', 'r3'].map(category)
  const [tabs = '', billboard = ''] = homeCalls('zh_HK')
  const home = { tabId: '1', tabName: '首頁', type: 'list', route: '/category/list', data: { categoryList: rows } }
  const hidden = { ...home, tabId: '99', tabName: '未來分頁', route: '/of-a-newer-server', data: { categoryList: [] } }
  const first = [
    { url: tabs, envelope: { result: 'SUCCESS', tabList: [home, hidden] } },
    { url: billboard, envelope: { result: 'SUCCESS', data: { bannerList: [banner] } } },
  ]
  const list = { result: 'SUCCESS', list: [card(title)], page: 1, pageSize: 35, total: 1 }
  return [...first, ...homeCarouselCalls(first, 'zh_HK').map((url) => ({ url, envelope: list }))]
}

describe('home as the server renders it', () => {
  test('requests the first rows only, by the addresses that the browser uses', () => {
    expect(
      answersFor()
        .slice(2)
        .map(({ url }) => url),
    ).toEqual([
      '/api_v2/revamp/categoryList?categoryId=r1&page=1&pageSize=35&language=zh_HK&pattern=normal',
      '/api_v2/revamp/categoryList?categoryId=r2&page=1&pageSize=35&language=zh_HK&pattern=normal',
    ])
  })

  test('the billboard and the rows are in it, in words', () => {
    const html = renderHome({ language: 'zh_HK', answers: answersFor(), config: {} })
    for (const words of ['夜渡鯉魚門', '免費播放', '行 r1', '行 r3', '1 小時 54 分', '本週焦點']) {
      expect(html).toContain(words)
    }
    expect(html).toContain('href="#/play?programId=a&amp;programGuid=a"')
  })

  test('a tab whose screen does not exist is not shown', () => {
    expect(renderHome({ language: 'zh_HK', answers: answersFor(), config: {} })).not.toContain('未來分頁')
  })

  test('nothing in it needs an inline style, which the content security policy forbids', () => {
    expect(renderHome({ language: 'zh_HK', answers: answersFor(), config: {} })).not.toMatch(/ style="/)
  })

  test('without any answer it shows what is awaited, and does not fail', () => {
    const html = renderHome({ language: 'en_US', answers: [], config: {} })
    expect(html).toContain('Skip to main content')
    expect(html).toContain('Movies')
  })

  test('no app is offered where none is configured', () => {
    const appLinks = { appStore: 'https://example.com/app', googlePlay: '', smartTv: '' }
    expect(renderHome({ language: 'zh_HK', answers: [], config: {} })).not.toContain('App Store')
    expect(renderHome({ language: 'zh_HK', answers: [], config: { appLinks } })).toContain('https://example.com/app')
  })
})

describe('the page around it', () => {
  const page = (language: 'zh_HK' | 'en_US', title?: string) =>
    renderPage({
      language,
      html: '<p>home</p>',
      answers: answersFor(title),
      config: {},
      assets,
      origin: 'https://harbour.example',
    })

  test('it speaks one language, and loads only its sentences', () => {
    expect(page('zh_HK')).toContain('<html lang="zh-HK" data-language="zh_HK">')
    expect(page('en_US')).toContain('<html lang="en" data-language="en_US">')
    expect(page('en_US')).toContain('/assets/en.js')
    expect(page('en_US')).not.toContain('/assets/zh.js')
  })

  test('the billboard’s first image is requested in the sizes that the screen will want', () => {
    expect(page('zh_HK')).toContain('imagesrcset="/i/2/hero.webp?w=640 640w')
    expect(page('zh_HK')).toContain('imagesrcset="/i/2/tall.webp?w=320 320w')
  })

  test('the inlined rules are named and not fetched: a chunk that brought them again would reorder them', () => {
    expect(page('zh_HK')).toContain('<style>body{}</style>\n<link rel="stylesheet" href="/assets/main.css" disabled>')
  })

  test('a title cannot leave the data', () => {
    expect(page('zh_HK', '</script><img src=x onerror=alert(1)>')).not.toContain('<img src=x')
  })

  test('the scripts that run inline are those whose hashes are given', () => {
    const inline = [...page('zh_HK').matchAll(/<script>(.*?)<\/script>/gs)].map(([, code]) => code)
    expect(inline).toEqual([INLINE_SCRIPT, ENTRY_SCRIPT])
    const hashes = inline.map((code) => `'sha256-${createHash('sha256').update(code!).digest('base64')}'`)
    expect(inlineHashes(assets).scripts).toEqual(hashes)
  })
})
