import { expect, test, vi } from 'vitest'
import { start } from '../../../../test/support/one-call.ts'

const devTools = () => ({
  advanceClock: vi.fn(async () => undefined),
  outbox: vi.fn(async () => []),
  accounts: vi.fn(async () => []),
  codes: vi.fn(async () => []),
  operators: vi.fn(async () => []),
})

test.each(['/dev/outbox', '/dev/accounts', '/dev/clock'])('%s does not exist without HARBOUR_TEST', async (url) => {
  const { app } = await start({ dev: devTools() })
  expect((await app.inject(url)).statusCode).toBe(404)
  expect((await app.inject({ method: 'POST', url, payload: { advance: 'PT1H' } })).statusCode).toBe(404)
})

test('with HARBOUR_TEST the clock can be advanced and the lists are served', async () => {
  const tools = devTools()
  const { app } = await start({ config: { HARBOUR_TEST: true }, dev: tools })
  expect((await app.inject('/dev/outbox?to=51112222')).json()).toEqual({ result: 'SUCCESS', list: [] })
  expect(tools.outbox).toHaveBeenCalledWith('51112222')
  expect((await app.inject('/dev/accounts')).json()).toEqual({ result: 'SUCCESS', list: [], codes: [], operators: [] })
  const moved = await app.inject({ method: 'POST', url: '/dev/clock', payload: { advance: 'P2DT1M' } })
  expect(moved.json()).toEqual({ result: 'SUCCESS', now: '2026-11-21T04:00:00Z' })
  expect(tools.advanceClock).toHaveBeenCalledWith('PT48H1M')
})

test.each([{}, { advance: '48 hours' }, { advance: '-PT1H' }, { advance: 'P1M' }, { advance: 7 }, []])(
  'refuses to advance the clock by %j',
  async (payload) => {
    const tools = devTools()
    const { app } = await start({ config: { HARBOUR_TEST: true }, dev: tools })
    expect((await app.inject({ method: 'POST', url: '/dev/clock', payload })).json()).toMatchObject({
      errorCode: 'INVALID_INPUT',
    })
    expect(tools.advanceClock).not.toHaveBeenCalled()
  },
)

test.each([
  { HARBOUR_TEST: true, date: 'Sat, 21 Nov 2026 04:00:00 GMT' },
  { HARBOUR_TEST: false, date: expect.not.stringContaining('21 Nov 2026') },
])(
  'the Date of a response is by the moved clock only with HARBOUR_TEST: $HARBOUR_TEST',
  async ({ date, ...config }) => {
    const { app } = await start({ config })
    const private_ = await app.inject({ url: '/api_v2/thing', headers: { authorization: 'Bearer none' } })
    for (const { headers } of [private_, await app.inject('/healthz')]) expect(headers.date).toEqual(date)
  },
)

const clients = [
  ['a foreign host name', { host: 'evil.test' }, '127.0.0.1', 403],
  ['a host name with a local prefix', { host: 'localhost.evil.test' }, '127.0.0.1', 403],
  ['a cross-site page', { host: 'localhost:8080', 'sec-fetch-site': 'cross-site' }, '127.0.0.1', 403],
  ['a page on another local port', { host: 'localhost:8080', 'sec-fetch-site': 'same-site' }, '127.0.0.1', 403],
  ['our own page', { host: 'localhost:8080', 'sec-fetch-site': 'same-origin' }, '127.0.0.1', 200],
  ['another machine', { host: 'localhost' }, '192.0.2.1', 403],
  ['this machine', { host: '127.0.0.1:8080' }, '127.0.0.1', 200],
  ...['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'].map(
    (name) => [`a proxy that sends ${name}`, { host: 'localhost', [name]: '127.0.0.1' }, '127.0.0.1', 403] as const,
  ),
] as const

const proxies = [undefined, 'loopback'].flatMap((TRUST_PROXY) =>
  clients.map(([who, headers, remoteAddress, status]) => ({ who, headers, remoteAddress, status, TRUST_PROXY })),
)

test.each(proxies)(
  'test endpoints requested by $who with TRUST_PROXY $TRUST_PROXY',
  async ({ headers, remoteAddress, status, TRUST_PROXY }) => {
    const tools = devTools()
    const { app } = await start({ config: { HARBOUR_TEST: true, TRUST_PROXY }, dev: tools })
    const response = await app.inject({
      method: 'POST',
      url: '/dev/clock',
      payload: { advance: 'PT1H' },
      headers,
      remoteAddress,
    })
    expect(response.statusCode).toBe(status)
    expect(tools.advanceClock).toHaveBeenCalledTimes(status === 200 ? 1 : 0)
  },
)
