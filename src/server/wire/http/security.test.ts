import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestHttp, type TestHttp } from '../../../../test/support/http.ts'
import { thing } from '../../../../test/support/one-call.ts'

let http: TestHttp
let clientDir: string
beforeAll(async () => {
  clientDir = await mkdtemp(join(tmpdir(), 'harbour-headers-'))
  await writeFile(join(clientDir, 'index.html'), '<p>')
  http = await createTestHttp((on) => on(thing, () => ({ text: 'x' })), { site: { clientDir, worker: 'x' } })
})
afterAll(async () => {
  await http.app.close()
  await rm(clientDir, { recursive: true })
})

/** Every kind of response. */
const URLS = ['/', '/sw.js', '/offline.html', '/site.webmanifest', '/robots.txt', '/api/docs', '/api/openapi.json']
const REFUSED = ['/nothing', '/api/nothing.action', '/api_v2/nothing', '/assets/gone.js', '/%E0%A4%A']

test.each([...URLS, ...REFUSED, '/api_v2/thing', '/healthz'])('%s cannot be taken for another type', async (url) => {
  const { headers } = await http.app.inject(url)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(JSON.stringify(headers)).not.toMatch(/unsafe-(inline|eval|hashes)/)
})

test.each([...URLS, ...REFUSED.slice(0, 4), '/api_v2/thing'])(
  '%s tells no other site where it was opened',
  async (url) => {
    expect((await http.app.inject(url)).headers['referrer-policy']).toBe('no-referrer')
  },
)

test.each(['/', '/offline.html', '/api/docs', '/api_v2/thing'])(
  '%s is framed by nobody and has no base',
  async (url) => {
    const policy = String((await http.app.inject(url)).headers['content-security-policy'])
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toMatch(/base-uri 'none'|default-src 'none'; frame/)
  },
)

test('the API page’s style is the one that its policy names', async () => {
  const { body, headers } = await http.app.inject('/api/docs')
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? []
  const hash = createHash('sha256').update(style).digest('base64')
  expect(String(headers['content-security-policy'])).toContain(`style-src 'sha256-${hash}'`)
  expect(body.match(/<style|style=/g)).toHaveLength(1)
})

test('data can neither run nor load anything', async () => {
  const { headers } = await http.app.inject('/api_v2/thing')
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
})

test.each(['script', 'SCRIPT', 'constructor', '__proto__'])(
  'what is asked for is not in the answer as HTML: %s',
  async (name) => {
    const { headers, body } = await http.app.inject(`/api/<${name}>x.action?${name}=<${name}>`)
    expect(String(headers['content-type'])).not.toContain('html')
    expect(body).not.toContain(`<${name}>`)
  },
)
