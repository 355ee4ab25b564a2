import { afterEach, expect, test } from 'vitest'
import { ENDPOINTS } from '../calls.ts'
import { endpointUrl } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { createTestHttp, type TestHttp } from '../../../../test/support/http.ts'

const URLS = ENDPOINTS.map(endpointUrl)
const OWN = ['https://partner.test', 'https://free.harbour.test', 'https://harbour.test']
const EVIL = ['https://evil.test', 'https://partner.test.evil.test', 'http://partner.test', 'null']

let http: TestHttp
const start = async () => {
  const refuse = () => Promise.reject(new AppError('NOT_ALLOWED'))
  http = await createTestHttp((on) => ENDPOINTS.forEach((endpoint) => on(endpoint, refuse)))
  return http.app
}
afterEach(() => http.app.close())

const corsOf = (headers: object) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')))

test('every call of both wires answers a preflight of a configured origin, and of no other', async () => {
  const app = await start()
  expect(URLS.some((url) => url.startsWith('/api/'))).toBe(true)
  expect(URLS.some((url) => url.startsWith('/api_v2/'))).toBe(true)
  for (const url of URLS) {
    const preflight = (origin: string) =>
      app.inject({ method: 'OPTIONS', url, headers: { origin, 'access-control-request-method': 'POST' } })
    for (const origin of OWN) {
      const { statusCode, headers } = await preflight(origin)
      expect([url, statusCode, headers.vary]).toEqual([url, 204, 'Origin'])
      expect(corsOf(headers)).toEqual({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET, HEAD, POST',
        'access-control-allow-headers': 'authorization, content-type, range, x-client-context',
        'access-control-expose-headers': 'content-length, content-range, retry-after, x-request-id',
        'access-control-max-age': '7200',
      })
    }
    for (const origin of EVIL) {
      const { headers } = await preflight(origin)
      expect([url, corsOf(headers), headers.vary]).toEqual([url, {}, 'Origin'])
    }
  }
})

test('every answer names the configured origin of the request, allows no credentials, and varies by origin', async () => {
  const app = await start()
  for (const url of URLS) {
    for (const origin of [...OWN, ...EVIL, undefined]) {
      const { headers } = await app.inject({ url, headers: origin === undefined ? {} : { origin } })
      const isOwn = origin !== undefined && OWN.includes(origin)
      expect([url, origin, headers['access-control-allow-origin']]).toEqual([url, origin, isOwn ? origin : undefined])
      expect(headers['access-control-allow-credentials']).toBeUndefined()
      expect([headers.vary].flat().join(', ').split(', ')).toContain('Origin')
    }
  }
})

test.each([
  ['an unknown path', { method: 'GET', url: '/api_v2/nothing' }, 404],
  ['a method that is not allowed', { method: 'DELETE', url: '/api_v2/order' }, 405],
  [
    'a body that is not understood',
    { method: 'POST', url: '/api_v2/order', payload: '{', type: 'application/json' },
    400,
  ],
  ['a body of another type', { method: 'POST', url: '/api_v2/order', payload: 'a', type: 'text/csv' }, 415],
] as const)(
  'a page of a configured origin can read the refusal of %s',
  async (_, { type, ...request }: Refused, status) => {
    const app = await start()
    const headers = { origin: 'https://partner.test', ...(type && { 'content-type': type }) }
    const answer = await app.inject({ ...request, headers })
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([status, 'https://partner.test'])
  },
)

type Refused = { method: 'GET' | 'POST' | 'DELETE'; url: string; payload?: string; type?: string }

test('the cached answer of one origin is not the answer of another', async () => {
  const cacheable = ENDPOINTS.find(({ cacheable: isCacheable, viewer }) => isCacheable && viewer === 'anyone')!
  http = await createTestHttp((on) => on(cacheable, () => Promise.reject(new AppError('NOT_FOUND'))))
  const allowed = async (origin: string) =>
    (await http.app.inject({ url: endpointUrl(cacheable), headers: { origin } })).headers['access-control-allow-origin']
  expect([await allowed(OWN[0]!), await allowed(EVIL[0]!), await allowed(OWN[1]!)]).toEqual([OWN[0], undefined, OWN[1]])
})
