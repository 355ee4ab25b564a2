import { Agent, request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { createLog } from '#server/kit/log.ts'
import { createTestHttp } from '../../../../test/support/http.ts'
import { start, thing } from '../../../../test/support/one-call.ts'

test('healthz responds while the process runs; readyz only while this process can serve', async () => {
  const state = { notReady: [] as 'clock'[], degraded: [] as 'database'[] }
  const { app } = await start({ state: { notReady: () => state.notReady, degraded: () => state.degraded } })
  const ready = async () => {
    const response = await app.inject('/readyz')
    return [response.statusCode, response.json()]
  }
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  expect(await ready()).toEqual([200, { status: 'ready' }])
  // Visitors are served from memory, and no other node has a database either.
  state.degraded = ['database']
  expect(await ready()).toEqual([200, { status: 'ready', degraded: ['database'] }])
  state.notReady = ['clock']
  expect(await ready()).toEqual([503, { status: 'not ready', failing: ['clock'], degraded: ['database'] }])
  expect((await app.inject('/healthz')).statusCode).toBe(200)
})

test('a server that drains goes on serving, says that it is closing, and closes each connection after its response', async () => {
  const draining = new AbortController()
  const { app } = await start({ draining: draining.signal })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const get = (path: string) =>
    new Promise<{ status: number; connection: string; port: number; body: string }>((resolve, reject) => {
      const request = httpRequest({ host: '127.0.0.1', port, path, agent }, (response) => {
        const { statusCode: status = 0, headers, socket } = response
        const { localPort } = socket
        void text(response).then((body) =>
          resolve({ status, connection: headers.connection ?? '', port: localPort!, body }),
        )
      })
      request.once('error', reject).end()
    })
  const before = await get('/api_v2/thing')
  expect(before).toMatchObject({ status: 200, connection: 'keep-alive' })
  draining.abort()
  const readiness = await get('/readyz')
  expect(readiness).toMatchObject({ status: 503, connection: 'close', port: before.port })
  expect(JSON.parse(readiness.body)).toEqual({ status: 'not ready', failing: ['closing'] })
  const after = await get('/api_v2/thing')
  expect(after).toMatchObject({ status: 200, connection: 'close' })
  expect(after.port).not.toBe(before.port)
})

const GAUGE = {
  name: 'harbour_queue_jobs',
  help: 'Queued jobs, by queue.',
  labels: ['queue'],
  read: async () => [{ value: 3, labels: { queue: 'encode' } }],
}

test('metrics cover calls by pattern, the cache and the gauges', async () => {
  const { app } = await start({ gauges: [GAUGE] })
  for (const query of ['?a=1', '?a=2', '?a=3']) await app.inject(`/api_v2/thing${query}`)
  const text = (await app.inject('/metrics')).body
  expect(text).toContain('harbour_http_seconds_count{method="GET",route="/api_v2/thing",status="2xx"} 3')
  expect(text).toContain('harbour_cache_requests_total{outcome="hit"} 2')
  expect(text).toContain('harbour_cache_requests_total{outcome="miss"} 1')
  expect(text).toContain('harbour_queue_jobs{queue="encode"} 3')
  expect(text).toContain('harbour_process_resident_memory_bytes')
  // promtool: a name that ends so is a counter's.
  expect(text).not.toMatch(/^# TYPE \S+_total gauge$/m)
})

const TOKEN = 'a-token-of-the-operator'
const clients = [
  ['this machine', {}, '127.0.0.1', 200],
  ['this machine under its own name', { host: '127.0.0.1:8080' }, '127.0.0.1', 200],
  ['a page that reached this machine by a foreign host name', { host: 'evil.test:8080' }, '127.0.0.1', 404],
  ['another', {}, '192.0.2.1', 404],
  ['another with the token', { authorization: `Bearer ${TOKEN}` }, '192.0.2.1', 200],
  ['another with a wrong token', { authorization: 'Bearer wrong' }, '192.0.2.1', 404],
  ['a client behind an unconfigured local proxy', { 'x-forwarded-for': '192.0.2.1' }, '127.0.0.1', 404],
] as const

test.each(clients.map(([who, headers, remoteAddress, status]) => ({ who, headers, remoteAddress, status })))(
  'metrics for $who',
  async ({ headers, remoteAddress, status }) => {
    const { app } = await start({ config: { METRICS_TOKEN: TOKEN } })
    expect((await app.inject({ url: '/metrics', headers, remoteAddress })).statusCode).toBe(status)
  },
)

test('unknown paths outside the API are a plain 404; malformed paths are refused', async () => {
  const { app } = await start()
  const unknown = await app.inject('/somewhere')
  expect([unknown.statusCode, unknown.headers['content-type'], unknown.headers['x-content-type-options']]).toEqual([
    404,
    'text/plain; charset=utf-8',
    'nosniff',
  ])
  expect((await app.inject('/api_v2/%E0%A4%A')).statusCode).toBe(400)
})

test.each([
  ['en-GB,en;q=0.9,zh-HK;q=0.8', 'en', 'Page not found', 'Go to Harbour'],
  ['zh-HK,zh;q=0.9,en;q=0.8', 'zh-HK', '找不到此頁面', '前往港映'],
  ['ja,enm;q=0.4', 'zh-HK', '找不到此頁面', '前往港映'],
  [undefined, 'zh-HK', '找不到此頁面', '前往港映'],
])(
  'a browser that reads %s and follows a dead link sees a page with the way to the site',
  async (reads, lang, ...texts) => {
    const { app } = await start()
    const headers = { accept: 'text/html,application/xhtml+xml', ...(reads && { 'accept-language': reads }) }
    const page = await app.inject({ url: '/<script>?a="b', headers })
    expect([page.statusCode, page.headers['content-type'], page.headers['cache-control']]).toEqual([
      404,
      'text/html; charset=utf-8',
      'no-store',
    ])
    expect(page.body).toContain(`<html lang="${lang}">`)
    for (const text of texts) expect(page.body).toContain(text)
    expect(page.body).toContain('<a href="/">')
    expect(page.body).not.toContain('script')
  },
)

test('logs one line per request, with an id and no secrets', async () => {
  const { app, logged } = await start()
  const response = await app.inject({
    url: '/api_v2/thing?token=UNKNOWN&password=12345678&mobileno=51112222&x=1',
    headers: { authorization: 'Bearer UNKNOWN' },
  })
  const lines = logged.filter(({ msg }) => msg === 'request')
  expect(lines).toMatchObject([{ reqId: response.headers['x-request-id'], method: 'GET', status: 200 }])
  expect(JSON.stringify(logged)).not.toMatch(/12345678|51112222|UNKNOWN/)
})

test.each([
  ...[200, 302, 304, 400, 403, 404, 410, 429, 500, 503].map((status) => ({ status, end: '' })),
  // A broken escape is refused before the route.
  { status: 400, end: '%zz' },
])(
  'at status $status the address of an upload (ending in "$end") is logged without its signature, by which anybody has the image',
  async ({ status, end }) => {
    const lines: string[] = []
    const destination = new Writable({
      write: (line, _encoding, done) => {
        lines.push(String(line))
        done()
      },
    })
    const { app } = await createTestHttp(() => {}, {
      log: createLog({ level: 'trace', role: 'test', destination }),
      media: async (scope) => {
        scope.get('/u/*', async (_request, reply) => {
          if (status === 404) throw new AppError('NOT_FOUND')
          if (status === 429) throw new AppError('TOO_MANY_TRIES', { retryAfter: 1 })
          if (status === 500) throw new Error('the store is broken')
          if (status === 503) throw new AppError('UNAVAILABLE')
          return reply.status(status).header('location', '/').send('')
        })
      },
    })
    const response = await app.inject(`/u/0123456789abcdefghjk/1795880000/SIGNATURE${end}`)
    await app.close()
    expect(response.statusCode).toBe(status)
    const requests = lines.map((line) => JSON.parse(line) as object).filter((line) => 'url' in line)
    expect(requests).toMatchObject([{ status, url: '/u/0123456789abcdefghjk/1795880000/…', msg: 'request' }])
    expect(lines.join('')).not.toContain('SIGNATURE')
  },
)

test('keeps the request id of a trusted proxy only', async () => {
  const headers = { 'x-request-id': 'from-proxy-1' }
  const trusting = await start({ config: { TRUST_PROXY: 'loopback' } })
  expect((await trusting.app.inject({ url: '/api_v2/thing', headers })).headers['x-request-id']).toBe('from-proxy-1')
  expect(
    (await trusting.app.inject({ url: '/api_v2/thing', headers: { 'x-request-id': 'a b\u00e9' } })).headers[
      'x-request-id'
    ],
  ).not.toContain(' ')
  await trusting.app.close()
  const untrusting = await start()
  expect((await untrusting.app.inject({ url: '/api_v2/thing', headers })).headers['x-request-id']).not.toBe(
    'from-proxy-1',
  )
})

test.each([
  ['a header that is too large', `GET / HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  ['no request', 'nonsense\r\n\r\n', 400],
])('%s is refused with the envelope', async (_what, sent, status) => {
  const { app } = await start()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(sent)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(JSON.parse(body)).toMatchObject({ result: 'FAILED', errorCode: 'INVALID_INPUT' })
})

test('closing lets a request in flight finish and closes its connection immediately', async () => {
  const [received, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<{ text: string }>()]
  const { app } = await start({}, (on) =>
    on({ ...thing, cacheable: false }, () => {
      received.resolve()
      return slow.promise
    }),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const answer = new Promise<string>((resolve, reject) => {
    httpRequest(
      { host: '127.0.0.1', port, path: '/api_v2/thing', agent: new Agent({ keepAlive: true }) },
      (response) => {
        let body = ''
        response.on('data', (chunk) => (body += chunk)).on('end', () => resolve(body))
      },
    )
      .once('error', reject)
      .end()
  })
  await received.promise
  const closed = app.close()
  slow.resolve({ text: 'finished' })
  expect(JSON.parse(await answer)).toEqual({ result: 'SUCCESS', text: 'finished' })
  await closed
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed')
})

test('an X-Forwarded-For of an untrusted peer is ignored and warned of once', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  const untrusted = await start({})
  for (let n = 0; n < 3; n++) await untrusted.app.inject({ url: '/healthz', headers })
  const isWarning = (entry: Record<string, unknown>) => String(entry.msg).startsWith('X-Forwarded-For')
  expect(untrusted.logged.filter(isWarning)).toMatchObject([{ peer: '127.0.0.1' }])
  const trusted = await start({ config: { TRUST_PROXY: 'loopback' } })
  await trusted.app.inject({ url: '/healthz', headers })
  expect(trusted.logged.filter(isWarning)).toEqual([])
})

test.each(['Host: harbour.test\r\nHost: evil.example', 'host: harbour.test\r\nHOST: harbour.test'])(
  'a request with two hosts is refused: %j',
  async (hosts) => {
    const { app } = await start()
    await app.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.end(`GET /api_v2/thing HTTP/1.1\r\n${hosts}\r\n\r\n`)
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('"errorCode":"INVALID_INPUT"')
  },
)
