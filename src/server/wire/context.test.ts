import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { endpointUrl } from '#contract/endpoint.ts'
import { fieldErrors } from '#text/en_US/errors.ts'
import { createTestHttp, type TestHttp } from '../../../test/support/http.ts'
import { start } from '../../../test/support/plain-calls.ts'
import { ENDPOINTS } from './calls.ts'

const CONTEXT = ['token', 'language', 'pattern', 'profileId', 'deviceSerial', 'deviceModel', 'platform']
const fieldsOf = (row: (typeof ENDPOINTS)[number]) => [
  ...Object.keys((row.input._zod.def as unknown as { shape: object }).shape),
  ...CONTEXT,
]

describe('every call of the contract', () => {
  /** No refused request may reach it. */
  const handler = vi.fn(() => ({}) as never)
  let app: TestHttp['app']
  beforeAll(async () => {
    ;({ app } = await createTestHttp((on) => ENDPOINTS.forEach((row) => on(row, handler))))
  })
  afterAll(() => app.close())

  test.each(ENDPOINTS.map((row) => ({ url: endpointUrl(row), row })))(
    '$url refuses text that cannot be stored, by the name of its field',
    async ({ url, row }) => {
      for (const name of fieldsOf(row)) {
        for (const value of ['a\0b', '\uD800', ['a', 'b\0'], { a: [{ b: '\0' }] }]) {
          const response = await app.inject({ method: 'POST', url, payload: { [name]: value } })
          expect([name, response.statusCode, response.json().errorCode]).toEqual([name, 400, 'INVALID_INPUT'])
          expect(Object.keys(response.json().fields)).toEqual([name])
        }
        if (row.postOnly) continue
        const response = await app.inject({ url: `${url}?${name}=a%00b`, headers: { 'sec-fetch-site': 'same-origin' } })
        expect(response.json().fields).toHaveProperty([name])
      }
      expect(handler).not.toHaveBeenCalled()
    },
  )
})

test('the context header is held to the same', async () => {
  const { app } = await start()
  const send = (header: string) =>
    app.inject({ url: '/api_v2/thing?programId=p1&language=en_US', headers: { 'x-client-context': header } })
  expect((await send('deviceModel=a%00b')).json()).toMatchObject({
    errorCode: 'INVALID_INPUT',
    fields: { deviceModel: fieldErrors.malformed() },
  })
  expect((await send('deviceModel=港')).statusCode).toBe(200)
})

test('a body that is nested very deep is read to its end', async () => {
  const { app } = await start()
  const deep = (inner: string) => `{"programId":"p1","x":${'['.repeat(30_000)}${inner}${']'.repeat(30_000)}}`
  const send = (payload: string) =>
    app.inject({ method: 'POST', url: '/api_v2/thing', headers: { 'content-type': 'application/json' }, payload })
  expect((await send(deep('"a"'))).statusCode).toBe(200)
  expect((await send(deep('"\\u0000"'))).statusCode).toBe(400)
})
