import { gunzipSync } from 'node:zlib'
import { onTestFinished, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listHomeBanner } from '#contract/banners.ts'
import { endpoint } from '#contract/endpoint.ts'
import { fieldErrors } from '#text/en_US/errors.ts'
import { REQUEST_RATE } from '#server/wire/request-rate.ts'
import { createTestHttp } from '../../../../test/support/http.ts'

const LONG = '港映 & Harbour '.repeat(200)
const URL = '/api/long.action'
const long = endpoint({
  wire: 'action',
  path: '/long.action',
  viewer: 'anyone',
  kids: 'open',
  cacheable: true,
  summary: 'A long text.',
  input: z.object({}),
  output: z.object({ text: z.string() }),
})

async function start() {
  const http = await createTestHttp((on) => {
    on(long, () => ({ text: LONG }))
    on(listHomeBanner, () => ({ data: { bannerList: [] } }))
  })
  onTestFinished(() => http.app.close())
  return http
}

const cases = [
  { how: 'nothing said', format: 'json', url: URL, headers: {} },
  { how: 'format=json', format: 'json', url: `${URL}?format=json`, headers: {} },
  { how: 'format=xml', format: 'xml', url: `${URL}?format=xml`, headers: {} },
  { how: 'Accept', format: 'xml', url: URL, headers: { accept: 'application/xml' } },
] as const

test.each(cases)('POST returns the bytes of GET, uncacheable: $format by $how', async ({ format, url, headers }) => {
  const { app, logged } = await start()
  // The first request fills the cache, the second is served from it.
  for (let n = 0; n < 2; n++) {
    const posted = await app.inject({ method: 'POST', url, headers })
    expect([posted.statusCode, posted.headers['content-type']]).toEqual([200, `application/${format}; charset=utf-8`])
    expect([posted.headers['cache-control'], posted.headers.etag]).toEqual(['private, no-store', undefined])
    expect(posted.body).toBe((await app.inject({ url, headers })).body)
    const compressed = await app.inject({ method: 'POST', url, headers: { ...headers, 'accept-encoding': 'gzip' } })
    expect(compressed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(compressed.rawPayload).toString()).toBe(posted.body)
  }
  expect(logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
})

test('refuses a billboard tab longer than an id and caches nothing', async () => {
  const { app } = await start()
  const get = (tabId: string) =>
    app.inject({ method: 'POST', url: '/api_v2/revamp/listHomeBanner', payload: { tabId, language: 'en_US' } })
  expect((await get('t'.repeat(64))).statusCode).toBe(200)
  const refused = await get('t'.repeat(65))
  expect([refused.statusCode, refused.json().fields]).toEqual([400, { tabId: fieldErrors.malformed() }])
})

test('the calls of an address are counted, also those whose response is cached', async () => {
  const { app, clock } = await start()
  const passed = async (calls: number) => {
    const sent = Array.from({ length: calls }, () => app.inject({ url: URL, remoteAddress: '203.0.113.7' }))
    const statuses = (await Promise.all(sent)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
    return statuses.filter((status) => status === 200).length
  }
  expect(await passed(900)).toBe(REQUEST_RATE.burst)
  clock.advance('PT1.5S')
  expect(await passed(900)).toBe(1.5 * REQUEST_RATE.perSecond)
  expect((await app.inject({ url: URL, remoteAddress: '203.0.113.8' })).statusCode).toBe(200)
})
