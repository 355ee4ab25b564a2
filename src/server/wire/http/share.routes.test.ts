import { createHash } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import { describe, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { revampDetail } from '#contract/programs.ts'
import { createTestClock } from '#server/kit/clock.ts'
import type { Calls } from '#server/wire/handle.ts'
import { REQUEST_RATE } from '#server/wire/request-rate.ts'
import { start } from '../../../../test/support/one-call.ts'
import type { SitemapSource } from './http-deps.ts'
import { SHARE_SCRIPT, SITEMAP_TITLES } from './share.routes.ts'

const PROGRAM = {
  programId: 'tram',
  programGuid: 'tram',
  programType: 'movie' as const,
  title: '“電車” <b>& 夜</b>',
  otherTitle: 'Tram',
  tagline: '',
  description: `</script><script>alert(1)</script>${'夜'.repeat(300)}`,
  actor: ['甲'],
  director: ['乙'],
  genres: [],
  keyartImageURL: '/i/k/k',
  landscapeImageURL: '/i/abc/tram',
  artImageURL: '/i/a/a',
  episodeCount: 0,
  releaseYear: 2024,
  restriction: 'IIA' as const,
  vodType: 'FREE TO WATCH' as const,
  vodTypes: ['FREE TO WATCH' as const],
  credits: 0,
  rating: 3.5,
  votes: 0,
  dolbyAtmos: false,
  dolbyDigital: false,
  dolbyDigitalPlus: false,
  stereoAac51: false,
  preparing: false,
  country: ['HK'],
  countryName: '香港',
  tags: [],
  locale: 'yue',
  price: 0,
  score: 3.5,
  warning: '',
  openingVideo: '',
  openingDuration: 0,
  movie: { orderURL: '/api_v2/order' },
  dramaList: [],
  seasons: [],
  subtitles: [],
  access: 'play' as const,
  buttonText: '播放',
  buttonNote: '',
  offers: [],
}

/** Titles that visitors may not watch, with the reason. */
const DENIED: Record<string, string> = {
  over: 'WINDOW_CLOSED',
  elsewhere: 'REGION_REFUSED',
  encoding: 'PREPARING',
  unsold: 'NOT_ON_SALE',
}

const calls: Calls = (on) =>
  on(revampDetail, (_viewer, { programId }) => {
    if (programId === 'broken') throw new Error('no database')
    if (programId in DENIED) return { program: { ...PROGRAM, access: 'deny' as const, reason: DENIED[programId]! } }
    if (programId !== 'tram') throw new AppError('NOT_FOUND')
    return { program: PROGRAM }
  })

const titles = (count: number): SitemapSource => ({
  count: vi.fn(async () => count),
  page: vi.fn(async ({ offset, limit }) =>
    Array.from({ length: Math.min(limit, count - offset) }, (_, at) => ({
      programId: `t${offset + at}`,
      publishedAt: Temporal.Instant.from('2026-11-01T10:00:00Z'),
    })),
  ),
})

const open = async (url: string, sitemap = titles(1)) => {
  const { app } = await start({ sitemap }, calls)
  return app.inject(url)
}

describe('the page of a title', () => {
  test('names the title for cards and search engines, in its language, and its other one', async () => {
    const { statusCode, headers, body } = await open('/s/tram')
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain('<html lang="zh-HK">')
    expect(body).toContain('<link rel="canonical" href="https://harbour.test/s/tram">')
    expect(body).toContain('hreflang="en" href="https://harbour.test/s/tram?lang=en_US"')
    expect(body).toContain('<meta property="og:image" content="https://harbour.test/i/abc/tram?card">')
    expect(body).toContain('<meta property="og:image:width" content="1200">')
    expect(body).toContain('<meta property="og:image:height" content="630">')
    expect(body).toContain('href="/#/category/list?programId=tram"')
    expect((await open('/s/tram?lang=en_US')).body).toContain('<html lang="en">')
  })

  test('escapes what the title says, also inside of its structured data', async () => {
    const { body } = await open('/s/tram')
    expect(body).not.toContain('<b>')
    expect(body).not.toContain('<script>alert')
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body) ?? []
    expect(JSON.parse(json)).toMatchObject({ '@type': 'Movie', name: PROGRAM.title, description: PROGRAM.description })
  })

  test('says in which language the title is spoken, whatever the language of the page', async () => {
    for (const url of ['/s/tram', '/s/tram?lang=en_US']) expect((await open(url)).body).toContain('"inLanguage":"yue"')
  })

  test('tells no rating without votes', async () => {
    expect((await open('/s/tram')).body).not.toContain('aggregateRating')
  })

  test('runs its own script only', async () => {
    const { headers, body } = await open('/s/tram')
    const [, script = ''] = /<script>(.*?)<\/script>\s*<\/body>/s.exec(body) ?? []
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain(`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    expect(policy).not.toContain('unsafe')
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test('is kept for a minute, or until the next licence window begins or ends, for its region', async () => {
    const clock = createTestClock()
    const edge = clock.now().add({ seconds: 20 })
    const { app } = await start(
      { clock, sitemap: titles(1), nextEdge: async () => edge, config: { REGION_HEADER: 'X-Region' } },
      calls,
    )
    const { headers } = await app.inject('/s/tram')
    expect(headers['cache-control']).toBe('public, max-age=20')
    expect(headers.vary).toBe('X-Region')
    expect((await open('/s/tram')).headers['cache-control']).toBe('public, max-age=60')
  })

  test.each([
    ['tram', undefined],
    ['encoding', undefined],
    ['unsold', undefined],
    ['over', 'noindex'],
    ['elsewhere', 'noindex'],
  ])('tells search engines of %s: %s', async (programId, robots) => {
    const { statusCode, headers } = await open(`/s/${programId}`)
    expect(statusCode).toBe(200)
    expect(headers['x-robots-tag']).toBe(robots)
  })

  test.each([
    ['a person', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1', true],
    [
      'Google',
      'Mozilla/5.0 (Linux; Android 6.0.1) Chrome/140.0 Mobile Safari/537.36 (compatible; Googlebot/2.1)',
      false,
    ],
    ['Bing', 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/140.0', false],
    ['Google’s inspection', 'Mozilla/5.0 Chrome/140.0 (compatible; Google-InspectionTool/1.0)', false],
  ])('carries %s on to the site: %s', (_, userAgent, isCarried) => {
    const replace = vi.fn()
    const document = { getElementById: () => ({ href: '/#/category/list?programId=tram' }) }
    runInNewContext(SHARE_SCRIPT, { navigator: { userAgent }, location: { replace }, document })
    expect(replace.mock.calls).toEqual(isCarried ? [['/#/category/list?programId=tram']] : [])
  })

  test('is not said to be missing when it cannot be made', async () => {
    expect((await open('/s/broken')).statusCode).toBe(503)
  })

  test.each([
    ['/s/none', 'zh-HK'],
    ['/s/none?lang=en_US', 'en'],
    ['/s/%20', 'zh-HK'],
    ['/s/!!!?lang=en_US', 'en'],
    [`/s/${'x'.repeat(80)}`, 'zh-HK'],
  ])('of an unknown title is none, in its language: %s', async (url, lang) => {
    const { statusCode, body, headers } = await open(url)
    expect(statusCode).toBe(404)
    expect(body).toContain(`<html lang="${lang}">`)
    expect(body).toContain('noindex')
    expect(headers['cache-control']).toBe('no-store')
  })
})

describe('the sitemap', () => {
  test('lists as many files as the titles need, and robots.txt names it', async () => {
    const { body } = await open('/sitemap.xml', titles(2 * SITEMAP_TITLES + 1))
    expect([...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
      'https://harbour.test/sitemap/1.xml',
      'https://harbour.test/sitemap/2.xml',
      'https://harbour.test/sitemap/3.xml',
    ])
    expect((await open('/robots.txt')).body).toContain('Sitemap: https://harbour.test/sitemap.xml')
  })

  test('a file lists the address of each title in each language', async () => {
    const { body } = await open('/sitemap/1.xml')
    expect([...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
      'https://harbour.test/s/t0',
      'https://harbour.test/s/t0?lang=en_US',
    ])
    expect(body.match(/hreflang="en"/g)).toHaveLength(2)
  })

  test('a file has each title in both languages', async () => {
    const { body, headers } = await open('/sitemap/2.xml', titles(SITEMAP_TITLES + 1))
    expect(headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(body.match(/<url>/g)).toHaveLength(2)
    expect(body).toContain(`<loc>https://harbour.test/s/t${SITEMAP_TITLES}</loc><lastmod>2026-11-01</lastmod>`)
    expect(body).toContain(`hreflang="en" href="https://harbour.test/s/t${SITEMAP_TITLES}?lang=en_US"`)
  })

  test.each(['/sitemap/0.xml', '/sitemap/2.xml', '/sitemap/x.xml', '/sitemap/1', '/sitemap/99999.xml'])(
    'has no %s',
    async (path) => expect((await open(path)).statusCode).toBe(404),
  )

  test('counts the titles once for the index and for every number of a file', async () => {
    const source = titles(3)
    const { app } = await start({ sitemap: source }, calls)
    expect((await app.inject('/sitemap.xml')).statusCode).toBe(200)
    for (let number = 2; number < 202; number++)
      expect((await app.inject(`/sitemap/${number}.xml`)).statusCode).toBe(404)
    expect(source.count).toHaveBeenCalledTimes(1)
    expect(source.page).not.toHaveBeenCalled()
  })

  test('is read again after ten minutes, and after a failure', async () => {
    const source = titles(3)
    vi.mocked(source.count).mockRejectedValueOnce(new Error('no database'))
    const { app, clock } = await start({ sitemap: source }, calls)
    const statuses = []
    for (const minutes of [0, 0, 9, 2]) {
      clock.advance(`PT${minutes}M`)
      statuses.push((await app.inject('/sitemap/1.xml')).statusCode)
    }
    expect(statuses).toEqual([500, 200, 200, 200])
    expect(source.page).toHaveBeenCalledTimes(2)
  })

  test('is the same for every host that it is requested of, with its address', async () => {
    const source = titles(1)
    const { app } = await start({ sitemap: source, config: { PUBLIC_URL: undefined } }, calls)
    for (const host of ['one.test', 'two.test'])
      expect((await app.inject({ url: '/sitemap/1.xml', headers: { host } })).body).toContain(
        `<loc>http://${host}/s/t0`,
      )
    expect(source.page).toHaveBeenCalledTimes(1)
  })

  test.each(['/sitemap.xml', '/sitemap/1.xml', '/s/tram'])('%s counts against the request limit', async (url) => {
    const { app } = await start({ sitemap: titles(1) }, calls)
    const get = () => app.inject({ url, remoteAddress: '203.0.113.7' })
    let answer = await get()
    for (let sent = 1; sent <= REQUEST_RATE.burst && answer.statusCode === 200; sent++) answer = await get()
    expect(answer.statusCode).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('is read of the catalogue once for many readers', async () => {
    const source = titles(3)
    const { app } = await start({ sitemap: source }, calls)
    for (let n = 0; n < 3; n++) await app.inject('/sitemap/1.xml')
    expect(source.page).toHaveBeenCalledTimes(1)
  })
})

describe('without a configured address', () => {
  const urls = ['/s/tram', '/sitemap.xml', '/sitemap/1.xml', '/robots.txt']

  test.each(urls)('%s, which names the host of its request, is not cached', async (url) => {
    const { app } = await start({ sitemap: titles(1), config: { PUBLIC_URL: undefined } }, calls)
    const { body, headers } = await app.inject({ url, headers: { host: 'evil.example' } })
    expect(body).toContain('http://evil.example/')
    expect(headers['cache-control']).toBe('private, no-store')
  })

  test.each(['javascript', 'JAVASCRIPT', 'ftp', 'https, javascript', 'https,ftp', 'https:', ''])(
    '%s, the scheme that a proxy forwards, is none',
    async (scheme) => {
      const config = { PUBLIC_URL: undefined, TRUST_PROXY: 'loopback' }
      const { app } = await start({ sitemap: titles(1), config }, calls)
      const open = (proto: string) => app.inject({ url: '/s/tram', headers: { 'x-forwarded-proto': proto } })
      expect((await open(scheme)).body).toContain('<link rel="canonical" href="http://')
      expect((await open('https')).body).toContain('<link rel="canonical" href="https://')
    },
  )
})
