import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { HomeInput } from './http-deps.ts'
import { start, thing } from '../../../../test/support/one-call.ts'

const home = () => {
  const renderHome = vi.fn(async ({ language, request: answer }: HomeInput) => {
    const envelope = await answer(`/api_v2/thing?language=${language}&pattern=normal`)
    return `<!doctype html><html lang="${language}">${JSON.stringify(envelope)}`
  })
  return { renderHome, site: { clientDir: '', renderHome, scriptHashes: ["'sha256-abc='"], styleHashes: [] } }
}

test('home is rendered once per language from its calls’ responses', async () => {
  const { renderHome, site } = home()
  const { app } = await start({ site })
  for (let n = 0; n < 3; n++) {
    const zh = await app.inject('/')
    expect(zh.body).toContain('<html lang="zh_HK">{"result":"SUCCESS","text":"zh_HK HK"}')
    const en = await app.inject({ url: '/index.html', headers: { cookie: 'a=b; language=en_US' } })
    expect(en.body).toContain('"en_US HK"')
    expect(zh.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'content-type': 'text/html; charset=utf-8',
    })
    expect(String(zh.headers.vary).split(', ')).toContain('Cookie')
  }
  expect(renderHome).toHaveBeenCalledTimes(2)
})

test('home supports 304 and is rendered again after a catalogue change', async () => {
  const { renderHome, site } = home()
  const { app, changeCatalogue } = await start({ site })
  const { etag } = (await app.inject('/')).headers
  const again = await app.inject({ url: '/', headers: { 'if-none-match': String(etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  changeCatalogue()
  await Promise.all([app.inject('/'), app.inject('/')])
  expect(renderHome).toHaveBeenCalledTimes(2)
})

test('home is rendered again after a change of the settings, also one that comes while it is rendered', async () => {
  const { renderHome, site } = home()
  let change = () => {}
  const stop = vi.fn()
  const { app } = await start({
    site,
    onSettingsChange: (changed) => {
      change = changed
      return stop
    },
  })
  renderHome.mockImplementationOnce(async () => {
    change()
    return 'the former brand'
  })
  await app.inject('/')
  expect((await app.inject('/')).body).toContain('zh_HK HK')
  change()
  await app.inject('/')
  expect(renderHome).toHaveBeenCalledTimes(3)
  await app.close()
  expect(stop).toHaveBeenCalledOnce()
})

test('home expires with its data', async () => {
  const { renderHome, site } = home()
  const { app, clock } = await start({ site })
  await app.inject('/api_v2/thing?language=zh_HK')
  clock.advance('PT50S')
  await app.inject('/')
  clock.advance('PT10S')
  await app.inject('/')
  expect(renderHome).toHaveBeenCalledTimes(2)
})

test('a page with a failed response is not cached', async () => {
  let works = false
  const { renderHome, site } = home()
  const { app } = await start({ site }, (on) =>
    on(thing, () => {
      if (!works) throw new Error('no database')
      return { text: 'well' }
    }),
  )
  expect((await app.inject('/')).body).toContain('"FAILED"')
  works = true
  expect((await app.inject('/')).body).toContain('"well"')
  expect(renderHome).toHaveBeenCalledTimes(2)
})

test('falls back to client rendering if prerendering fails', async () => {
  const clientDir = await buildSite({ 'index.html': '<p>shell</p>' })
  const { app, logged } = await start({
    site: { clientDir, renderHome: () => Promise.reject(new Error('no such component')) },
  })
  const page = await app.inject('/')
  expect([page.statusCode, page.body, page.headers['cache-control']]).toEqual([200, '<p>shell</p>', 'no-store'])
  expect(JSON.stringify(logged)).toContain('no such component')
})

test.each(['language=fr', 'xlanguage=en_US', 'language=en_US<script>', ''])(
  'ignores the invalid language cookie %j',
  async (cookie) => {
    const { site } = home()
    const { app } = await start({ site })
    expect((await app.inject({ url: '/', headers: { cookie } })).body).toContain('lang="zh_HK"')
  },
)

test('pages have a strict content security policy: own scripts, the three hosts, no framing', async () => {
  const { site } = home()
  const { app } = await start({ site })
  const { headers } = await app.inject('/')
  const policy = Object.fromEntries(
    String(headers['content-security-policy'])
      .split('; ')
      .map((part) => [part.split(' ')[0], part.split(' ').slice(1)]),
  )
  expect(policy).toMatchObject({
    'default-src': ["'self'"],
    'script-src': ["'self'", "'sha256-abc='"],
    'style-src': ["'self'"],
    'object-src': ["'none'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'"],
    'media-src': [
      "'self'",
      'blob:',
      'https://free.harbour.test',
      'https://main.harbour.test',
      'https://uhd.harbour.test',
    ],
  })
  expect(String(headers['content-security-policy'])).not.toMatch(/unsafe/)
  expect(headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'strict-transport-security': expect.stringContaining('max-age='),
    'permissions-policy': expect.stringContaining('camera=()'),
  })
})

test('pages may post forms to the sites of payment providers, and nowhere else', async () => {
  const { site } = home()
  const formBases = ['https://payment.test/app', 'https://payment.test']
  const { app } = await start({ site, formBases })
  const { headers } = await app.inject('/')
  expect(String(headers['content-security-policy'])).toMatch(/; form-action 'self' https:\/\/payment\.test$/)
})

test('a browser that comes back from a payment page with a POST gets the page', async () => {
  const { app } = await start({ site: home().site })
  const answer = await app.inject({
    method: 'POST',
    url: '/?from=payment',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://payment.test' },
    payload: 'status=1&sign=abc',
  })
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/?from=payment'])
})

test('sends HSTS only if the public URL is https', async () => {
  const { app } = await start({ config: { PUBLIC_URL: 'http://localhost:8080' } })
  expect((await app.inject('/api_v2/thing')).headers['strict-transport-security']).toBeUndefined()
})

test('serves built files compressed, hashed ones as immutable, and nothing outside the build', async () => {
  const clientDir = await buildSite({
    'assets/main-abc123.js': 'let a = 1;\n'.repeat(500),
    'favicon.svg': '<svg/>',
    'index.html': '<p>shell</p>',
    'notes.md': 'not ours',
  })
  const { app } = await start({ site: { clientDir } })
  const script = await app.inject({ url: '/assets/main-abc123.js', headers: { 'accept-encoding': 'br' } })
  expect(script.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
    vary: 'Accept-Encoding',
  })
  expect(script.rawPayload.length).toBeLessThan(200)
  const again = await app.inject({
    url: '/assets/main-abc123.js',
    headers: { 'accept-encoding': 'br', 'if-none-match': String(script.headers.etag) },
  })
  expect(again.statusCode).toBe(304)
  expect((await app.inject('/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600')
  for (const url of [
    '/notes.md',
    '/assets/../../etc/passwd',
    '/assets/%2e%2e/%2e%2e/etc/passwd',
    '/assets/gone.js',
    '/nothing',
  ]) {
    expect((await app.inject(url)).statusCode).toBe(404)
  }
  expect((await app.inject('/')).body).toBe('<p>shell</p>')
})

test('the manifest installs the site under the operator’s brand', async () => {
  const { app } = await start({ brand: () => ({ zh_HK: '海映', en_US: 'Haven' }) })
  const { headers, payload } = await app.inject('/site.webmanifest')
  expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8')
  expect(JSON.parse(payload)).toMatchObject({
    id: '/',
    name: 'Haven 海映',
    short_name: '海映',
    scope: '/',
    display: 'standalone',
    lang: 'zh-HK',
    icons: [{ sizes: '192x192' }, { sizes: '512x512' }],
  })
})

test('open pages ask for the notice as it is now, which caches keep for half a minute', async () => {
  let notice = { zh_HK: '', en_US: '', until: '' }
  const { app } = await start({ site: { clientDir: '', notice: () => notice } })
  const read = async () => (await app.inject('/notice.json')).json() as object
  expect(await read()).toEqual(notice)
  notice = { zh_HK: '今晚維護', en_US: 'Maintenance tonight', until: '2026-12-01T00:00:00+08:00' }
  expect(await read()).toEqual(notice)
  expect((await app.inject('/notice.json')).headers).toMatchObject({
    'cache-control': 'public, max-age=30',
    'content-type': 'application/json; charset=utf-8',
  })
})

test('without a build, home explains it and the API works', async () => {
  const { app } = await start()
  const page = await app.inject('/')
  expect([page.statusCode, page.headers['cache-control']]).toEqual([503, 'no-store'])
  expect((await app.inject('/api_v2/thing')).statusCode).toBe(200)
  expect((await app.inject('/robots.txt')).body).toContain('Disallow: /api/')
})

async function buildSite(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'harbour-site-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}
