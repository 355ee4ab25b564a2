import { expect, test, vi } from 'vitest'
import { MEMBER, old, read, start, write } from '../../../test/support/plain-calls.ts'

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

test('GET with a query, POST with JSON and POST with a form answer the same', async () => {
  const { app } = await start()
  const asked = [
    { method: 'GET', url: '/api_v2/thing?programId=p1&page=2&language=en_US' },
    {
      method: 'POST',
      url: '/api_v2/thing',
      headers: { 'content-type': json },
      payload: { programId: 'p1', page: 2, language: 'en_US' },
    },
    {
      method: 'POST',
      url: '/api_v2/thing',
      headers: { 'content-type': form },
      payload: 'programId=p1&page=2&language=en_US',
    },
    {
      method: 'POST',
      url: '/api_v2/thing?page=2&language=en_US',
      headers: { 'content-type': form },
      payload: 'programId=p1',
    },
  ] as const
  for (const request of asked) {
    const response = await app.inject(request)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ result: 'SUCCESS', list: ['en_US', 'all', 'HK', 'a', '2'] })
  }
})

test('takes a number of a JSON body for text', async () => {
  const { app } = await start()
  const response = await app.inject({ method: 'POST', url: '/api_v2/thing', payload: { programId: 85_200_001 } })
  expect(response.json()).toMatchObject({ result: 'SUCCESS' })
})

test('HEAD answers the headers of GET and no body', async () => {
  const { app } = await start()
  const response = await app.inject({ method: 'HEAD', url: '/api_v2/thing?programId=p1' })
  expect([response.statusCode, response.body]).toEqual([200, ''])
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
})

const LONG = 'x'.repeat(300)

const refused = [
  [
    'malformed JSON',
    { method: 'POST', url: '/api_v2/thing', headers: { 'content-type': json }, payload: '{"a":' },
    400,
    'INVALID_INPUT',
  ],
  [
    'an empty JSON body',
    { method: 'POST', url: '/api_v2/thing', headers: { 'content-type': json }, payload: '' },
    400,
    'INVALID_INPUT',
  ],
  [
    'a JSON list',
    { method: 'POST', url: '/api_v2/thing', headers: { 'content-type': json }, payload: '[1]' },
    400,
    'INVALID_INPUT',
  ],
  [
    'a prototype in JSON',
    {
      method: 'POST',
      url: '/api_v2/thing',
      headers: { 'content-type': json },
      payload: '{"__proto__":{"programId":"p1"}}',
    },
    400,
    'INVALID_INPUT',
  ],
  [
    'another body type',
    { method: 'POST', url: '/api_v2/thing', headers: { 'content-type': 'text/plain' }, payload: 'programId=p1' },
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  [
    'a large body',
    { method: 'POST', url: '/api_v2/thing', headers: { 'content-type': form }, payload: 'a'.repeat(70_000) },
    413,
    'PAYLOAD_TOO_LARGE',
  ],
  ['PUT', { method: 'PUT', url: '/api_v2/thing?programId=p1' }, 405, 'METHOD_NOT_ALLOWED'],
  ['DELETE', { method: 'DELETE', url: '/api/thing.action' }, 405, 'METHOD_NOT_ALLOWED'],
  ['GET of a call that is POST only', { method: 'GET', url: '/api/strict.action' }, 405, 'METHOD_NOT_ALLOWED'],
  ['HEAD of a call that is POST only', { method: 'HEAD', url: '/api/strict.action' }, 405, undefined],
  ['an unknown call', { method: 'GET', url: '/api_v2/nothing' }, 404, 'NOT_FOUND'],
  ['an unknown older call', { method: 'POST', url: '/api/nothing.action' }, 404, 'NOT_FOUND'],
  ['the bare base', { method: 'GET', url: '/api' }, 404, 'NOT_FOUND'],
  ['an unknown language', { method: 'GET', url: '/api_v2/thing?programId=p1&language=fr' }, 400, 'INVALID_INPUT'],
  ['an unknown pattern', { method: 'GET', url: '/api_v2/thing?programId=p1&pattern=adult' }, 400, 'INVALID_INPUT'],
  ['a call for members', { method: 'GET', url: '/api_v2/mine' }, 401, 'LOGIN_REQUIRED'],
  [
    'an unknown token',
    { method: 'GET', url: '/api_v2/thing?programId=p1', headers: { authorization: 'Bearer x' } },
    401,
    '0x800A1000',
  ],
  ['an unknown token in the query', { method: 'GET', url: '/api_v2/thing?programId=p1&token=x' }, 401, '0x800A1000'],
  ['a very long token', { method: 'GET', url: `/api_v2/thing?programId=p1&token=${LONG}` }, 401, '0x800A1000'],
  [
    'a token that is no text',
    { method: 'POST', url: '/api_v2/thing', payload: { programId: 'p1', token: { a: 1 } } },
    401,
    '0x800A1000',
  ],
  ['a very long pattern', { method: 'GET', url: `/api_v2/thing?programId=p1&pattern=${LONG}` }, 400, 'INVALID_INPUT'],
  ['a very long language', { method: 'GET', url: `/api_v2/thing?programId=p1&language=${LONG}` }, 400, 'INVALID_INPUT'],
  [
    'a pattern that is no text',
    { method: 'POST', url: '/api_v2/thing', payload: { programId: 'p1', pattern: { a: 1 } } },
    400,
    'INVALID_INPUT',
  ],
  ['a refused call in kids mode', { method: 'GET', url: '/api/thing.action?pattern=children' }, 200, 'NOT_ALLOWED'],
] as const

test.each(refused.map(([what, request, status, errorCode]) => ({ what, request, status, errorCode })))(
  '$what is refused with the envelope',
  async ({ request, status, errorCode }) => {
    const { app } = await start()
    const response = await app.inject(request)
    expect(response.statusCode).toBe(status)
    expect(response.headers['cache-control']).toBe('private, no-store')
    const refusal = { result: 'FAILED', errorCode, message: expect.stringMatching(/\S/) }
    expect(response.body === '' ? refusal : response.json()).toMatchObject(refusal)
  },
)

test('a refused method names those that are allowed', async () => {
  const { app } = await start()
  expect((await app.inject({ method: 'PUT', url: '/api_v2/thing' })).headers.allow).toBe('GET, HEAD, POST, OPTIONS')
  expect((await app.inject({ method: 'GET', url: '/api/strict.action' })).headers.allow).toBe('POST, OPTIONS')
})

test('wrong fields are named in the language of the caller, and the values are not repeated', async () => {
  const { app } = await start()
  const zh = await app.inject('/api_v2/thing?page=0&kind=sec%72et')
  expect(zh.json()).toMatchObject({
    errorCode: 'INVALID_INPUT',
    fields: { programId: '此項必須填寫。', page: '最小為 1。', kind: '只可以是：a、b。' },
  })
  expect(zh.body).not.toContain('secret')
  const en = await app.inject('/api_v2/thing/write?text=much-too-long&language=en_US')
  expect(en.json()).toMatchObject({ fields: { text: 'Use at most 5 characters.' } })
  expect((await app.inject('/api_v2/thing/write?text=x&language=en_US')).json().fields).toEqual({
    text: 'Use at least 2 characters.',
  })
})

test('unknown fields are ignored, and the answer holds only what its schema names', async () => {
  const { app } = await start({}, (on) => on(old, () => ({ list: [], secret: 'x' }) as never))
  const response = await app.inject('/api/thing.action?whatever=1')
  expect(response.json()).toEqual({ result: 'SUCCESS', list: [] })
})

test.each(['UNKNOWN', ''])('the token word %j is none', async (token) => {
  const { app } = await start()
  expect((await app.inject(`/api_v2/thing?programId=p1&token=${token}`)).statusCode).toBe(200)
  expect(
    (await app.inject({ url: '/api_v2/thing?programId=p1', headers: { authorization: `Bearer ${token}` } })).statusCode,
  ).toBe(200)
})

test('a member is resolved from the bearer or the token field, and refused calls stay refused in a kids profile', async () => {
  const resolveViewer = vi.fn(async (token: string) => ({ ...MEMBER, kids: token === 'kid' }))
  const { app } = await start({ resolveViewer })
  expect((await app.inject({ url: '/api_v2/mine', headers: { authorization: 'Bearer t1' } })).json()).toEqual({
    result: 'SUCCESS',
    accountId: 'a1',
  })
  expect(
    (
      await app.inject({ method: 'POST', url: '/api_v2/mine', headers: { 'content-type': form }, payload: 'token=t2' })
    ).json().accountId,
  ).toBe('a1')
  expect(resolveViewer.mock.calls.map(([token]) => token)).toEqual(['t1', 't2'])
  expect((await app.inject('/api_v2/mine?token=kid')).json()).toMatchObject({
    result: 'FAILED',
    errorCode: 'NOT_ALLOWED',
  })
})

test('the rest of the context is read from its header; language, pattern and token never are', async () => {
  let seen: unknown
  const { app } = await start({}, (on) =>
    on(read, (viewer, _input, { context }) => {
      seen = { ...context, kids: viewer.kids, serial: viewer.deviceSerial }
      return { list: [] }
    }),
  )
  const header = 'deviceSerial=d1&platform=website&language=en_US&pattern=children&token=stolen'
  const response = await app.inject({
    url: '/api_v2/thing?programId=p1&platform=app',
    headers: { 'x-client-context': header },
  })
  expect(response.statusCode).toBe(200)
  expect(seen).toMatchObject({
    deviceSerial: 'd1',
    serial: 'd1',
    platform: 'app',
    language: 'zh_HK',
    pattern: 'normal',
    kids: false,
    token: undefined,
  })
})

test.each([
  ['/api_v2/spoken?language=en_US', 'none'],
  ['/api_v2/spoken?language=en_US&language=yue', 'yue'],
  ['/api_v2/spoken?language=yue', 'yue'],
  ['/api_v2/chosen?language=en_US', 'en_US'],
])('the language of the reader and a spoken language are told apart: %s', async (url, said) => {
  const { app } = await start()
  expect((await app.inject(url)).json()).toEqual({ result: 'SUCCESS', said })
})

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }, 403],
  ['another site that hides its origin', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a sandboxed page', { 'sec-fetch-site': 'cross-site', origin: 'null' }, 403],
  ['our own page', { 'sec-fetch-site': 'same-origin', origin: 'https://harbour.test' }, 200],
  ['a page on our other host', { 'sec-fetch-site': 'cross-site', origin: 'https://free.harbour.test' }, 200],
  ['a configured page', { 'sec-fetch-site': 'cross-site', origin: 'https://partner.test' }, 200],
  ['an app, which sends neither', {}, 200],
  ['another site in a browser that tells no more', { origin: 'https://evil.test' }, 403],
  ['a sandboxed page in such a browser', { origin: 'null' }, 403],
  ['a page of a neighbour', { 'sec-fetch-site': 'same-site', origin: 'https://blog.harbour.test' }, 403],
  ['our own page that hides its origin', { 'sec-fetch-site': 'same-origin', origin: 'null' }, 200],
  ['our page in such a browser', { origin: 'https://harbour.test' }, 200],
  ['our page under another address', { host: '192.168.1.5:8080', origin: 'http://192.168.1.5:8080' }, 200],
  ['a page on another port there', { host: '192.168.1.5:8080', origin: 'http://192.168.1.5:3000' }, 403],
])('a change requested by %s', async (_who, headers, status) => {
  const { app } = await start()
  for (const method of ['GET', 'POST'] as const) {
    const response = await app.inject({ method, url: '/api_v2/thing/write?text=abc', headers })
    expect(response.statusCode).toBe(status)
  }
  expect((await app.inject({ url: '/api_v2/thing?programId=p1', headers })).statusCode).toBe(200)
})

test('two handlers of one call do not start', async () => {
  await expect(start({}, (on) => [1, 2].forEach(() => on(write, () => ({}))))).rejects.toThrow(
    '/api_v2/thing/write is bound twice',
  )
})
