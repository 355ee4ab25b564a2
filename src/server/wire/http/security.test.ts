import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { revampDetail } from '#contract/programs.ts'
import { createTestHttp, type TestHttp, type TestHttpOptions } from '../../../../test/support/http.ts'
import { thing } from '../../../../test/support/one-call.ts'
import { mediaRoutes } from '../media/media.routes.ts'

/** Has no file. */
const media: TestHttpOptions['media'] = (app, tools) =>
  mediaRoutes(app, {
    ...tools,
    source: { store: { stat: async () => null, open: async () => null, localPath: () => null } },
    streamAuthorization: {
      hasGrant: () => false,
      admit: () => Promise.reject(new AppError('GRANT_REFUSED')),
      contentKey: () => Promise.reject(new AppError('NOT_FOUND')),
      isPublicPreview: async () => false,
      isNarrowed: async () => false,
    },
    images: { variant: async () => undefined, shareCard: async () => undefined },
    titleFonts: { find: async () => 'unknown' },
    uploads: { open: async () => undefined },
  })

let http: TestHttp
let clientDir: string
beforeAll(async () => {
  clientDir = await mkdtemp(join(tmpdir(), 'harbour-headers-'))
  await writeFile(join(clientDir, 'index.html'), '<p>')
  await mkdir(join(clientDir, 'assets'))
  await writeFile(join(clientDir, 'assets', 'a.js'), '1')
  http = await createTestHttp(
    (on) => {
      on(thing, () => ({ text: 'x' }))
      on(revampDetail, () => Promise.reject(new AppError('NOT_FOUND')))
    },
    { site: { clientDir, worker: 'x' }, sitemap: { count: async () => 0, page: async () => [] }, media },
  )
})
afterAll(async () => {
  await http.app.close()
  await rm(clientDir, { recursive: true })
})

const DATA = "default-src 'none'; frame-ancestors 'none'"
const DOCUMENT = /^default-src '(?:none|self)'.*; base-uri 'none'.*frame-ancestors 'none'/
const WORKER = "default-src 'none'; connect-src 'self'"

type Sent = { method?: string; url: string; status?: number; policy: string | RegExp }

/** Every kind of response. */
const RESPONSES: Sent[] = [
  { url: '/', policy: DOCUMENT },
  { url: '/offline.html', policy: DOCUMENT },
  { url: '/api/docs', policy: DOCUMENT },
  { url: '/s/none', status: 404, policy: DOCUMENT },
  { url: '/sw.js', policy: WORKER },
  { url: '/site.webmanifest', policy: DATA },
  { url: '/notice.json', policy: DATA },
  { method: 'POST', url: '/', status: 303, policy: DATA },
  { url: '/api_v2/thing', policy: DATA },
  { method: 'POST', url: '/api_v2/thing', policy: DATA },
  { method: 'OPTIONS', url: '/api_v2/thing', status: 204, policy: DATA },
  { method: 'PUT', url: '/api_v2/thing', status: 405, policy: DATA },
  { url: '/healthz', policy: DATA },
  { url: '/api/nothing.action', status: 404, policy: DATA },
  { url: '/api_v2/nothing', status: 404, policy: DATA },
  { url: '/nothing', status: 404, policy: DOCUMENT },
  { url: '/assets/gone.js', status: 404, policy: DOCUMENT },
  { method: 'PUT', url: '/', status: 404, policy: DOCUMENT },
  { url: '/i/a/b', status: 404, policy: DATA },
  { url: '/f/a.css', status: 404, policy: DATA },
  { url: '/v/a/b', status: 403, policy: DATA },
  { url: '/p/a/b.mp4', status: 404, policy: DATA },
  { url: '/u/a/1/b', status: 404, policy: DATA },
  { url: '/%zz', status: 400, policy: DATA },
  { url: '/api_v2/%E0%A4%A', status: 400, policy: DATA },
]

const named = RESPONSES.map((sent) => ({ method: 'GET', status: 200, ...sent }))

test.each(named)('$method $url: $status has the security headers', async ({ method, url, status, policy }) => {
  const { statusCode, headers } = await http.app.inject({ method: method as 'GET', url })
  expect(statusCode).toBe(status)
  expectSecure(headers, policy)
})

test.each([
  ['a header that is too large', `GET / HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  ['no request', 'nonsense\r\n\r\n', 400],
])('%s is refused with the security headers', async (_what, sent, status) => {
  if (!http.app.server.listening) await http.app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((http.app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(sent)
  const [line = '', ...lines] = (await text(socket)).split('\r\n\r\n', 1)[0]!.split('\r\n')
  expect(line).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  const headers = Object.fromEntries(lines.map((header) => header.split(': ', 2)))
  expectSecure(headers, DATA)
  expect(http.logged).toContainEqual(expect.objectContaining({ reqId: headers['x-request-id'], status }))
})

function expectSecure(headers: Readonly<Record<string, unknown>>, policy: string | RegExp): void {
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-request-id': expect.stringMatching(/^[\w-]+$/),
    'content-security-policy': typeof policy === 'string' ? policy : expect.stringMatching(policy),
  })
  expect(JSON.stringify(headers)).not.toMatch(/unsafe-(inline|eval|hashes)/)
}

test('the API page’s style is the one that its policy names', async () => {
  const { body, headers } = await http.app.inject('/api/docs')
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? []
  const hash = createHash('sha256').update(style).digest('base64')
  expect(String(headers['content-security-policy'])).toContain(`style-src 'sha256-${hash}'`)
  expect(body.match(/<style|style=/g)).toHaveLength(1)
})

test.each(['script', 'SCRIPT', 'constructor', '__proto__'])(
  'the requested name is not in the answer as HTML: %s',
  async (name) => {
    const { headers, body } = await http.app.inject(`/api/<${name}>x.action?${name}=<${name}>`)
    expect(String(headers['content-type'])).not.toContain('html')
    expect(body).not.toContain(`<${name}>`)
  },
)

test('a file of the build has the security headers but the policy, which is for documents', async () => {
  const { headers } = await http.app.inject('/assets/a.js')
  expectSecure({ ...headers, 'content-security-policy': DATA }, DATA)
  expect(headers['content-security-policy']).toBeUndefined()
})

test('a file that was sent is no line at level info, a missing one is', async () => {
  const linesOf = async (url: string) => {
    const { headers } = await http.app.inject(url)
    return http.logged.filter(({ msg, reqId }) => msg === 'request' && reqId === headers['x-request-id'])
  }
  expect(await linesOf('/assets/a.js')).toEqual([])
  expect(await linesOf('/assets/gone.js')).toMatchObject([{ level: 30, status: 404 }])
  expect(await linesOf('/')).toMatchObject([{ level: 30, status: 200 }])
})
