import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { start } from '../../../../test/support/one-call.ts'

/** A folder of a built app: its document and a script. */
async function build(title: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'harbour-app-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, '.vite'))
  await writeFile(join(folder, '.vite', 'manifest.json'), '{}')
  await writeFile(join(folder, 'index.html'), `<!doctype html><title>${title}</title>`)
  await writeFile(join(folder, 'assets', 'main.js'), `console.log('${title}')`)
  return folder
}

async function serveTwo() {
  const [site, console] = await Promise.all([build('site'), build('console')])
  const policy = { 'frame-src': ['https://harbour.test'], 'require-trusted-types-for': ["'script'"] }
  const { app } = await start({
    site: { clientDir: site },
    apps: [{ base: '/desk/', clientDir: console, policy }],
  })
  return app
}

const policyOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers['content-security-policy'])

test('two built apps are served, each below its path, with its own files and content security policy', async () => {
  const app = await serveTwo()
  const [site, other] = await Promise.all(['/', '/desk/'].map((url) => app.inject(url)))
  expect([site!.statusCode, site!.body]).toEqual([200, expect.stringContaining('<title>site')])
  expect([other!.statusCode, other!.body]).toEqual([200, expect.stringContaining('<title>console')])
  expect(policyOf(site!)).toContain('media-src')
  expect(policyOf(site!)).not.toContain('frame-src')
  expect(policyOf(other!)).toContain("default-src 'none'; script-src 'self';")
  expect(policyOf(other!)).toContain("frame-src https://harbour.test; require-trusted-types-for 'script'")
  expect(policyOf(other!)).not.toContain('media-src')
  expect((await app.inject('/assets/main.js')).body).toContain('site')
  const script = await app.inject('/desk/assets/main.js')
  expect([script.body, script.headers['cache-control']]).toEqual([
    "console.log('console')",
    'public, max-age=31536000, immutable',
  ])
})

test('the page of an app is revalidated, and its path leads to it without a slash', async () => {
  const app = await serveTwo()
  const { headers } = await app.inject('/desk/index.html')
  expect([headers['cache-control'], headers['content-type'], headers['x-content-type-options']]).toEqual([
    'no-cache',
    'text/html; charset=utf-8',
    'nosniff',
  ])
  expect((await app.inject({ url: '/desk/', headers: { 'if-none-match': String(headers.etag) } })).statusCode).toBe(304)
  const redirected = await app.inject('/desk')
  expect([redirected.statusCode, redirected.headers.location]).toEqual([308, '/desk/'])
})

test.each(['/desk/none', '/desk/.vite/manifest.json', '/.vite/manifest.json', '/desk/assets/none.js', '/desks/'])(
  '%s is no file of an app',
  async (url) => expect((await (await serveTwo()).inject(url)).statusCode).toBe(404),
)

test('an app that is not built is refused at the start', async () => {
  await expect(start({ apps: [{ base: '/desk/', clientDir: '/nowhere' }] })).rejects.toThrow('run `npm run build`')
})

test('the page of an app names the service in each language, as it is called now, and nothing in a name is markup', async () => {
  let brand = { zh_HK: '港映', en_US: 'Harbour' }
  const [site, console] = await Promise.all([build('site'), build('console')])
  const apps = [{ base: '/desk/' as const, clientDir: console }]
  const { app } = await start({ site: { clientDir: site }, apps, brand: () => brand })
  const first = await app.inject('/desk/')
  expect(first.body).toContain('<meta name="application-name" lang="zh-HK" content="港映">')
  expect(first.body).toContain('<meta name="application-name" lang="en" content="Harbour">')
  brand = { zh_HK: '海映', en_US: '"><script>$&' }
  const second = await app.inject({ url: '/desk/', headers: { 'if-none-match': String(first.headers.etag) } })
  expect(second.statusCode).toBe(200)
  expect(second.body).toContain('content="海映"')
  expect(second.body).toContain('content="&quot;&gt;&lt;script&gt;$&amp;"')
})
