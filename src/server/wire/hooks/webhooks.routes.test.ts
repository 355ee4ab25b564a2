import { afterEach, expect, test } from 'vitest'
import type { Acknowledgement, WebhookRequest } from '#server/domains/webhooks/index.ts'
import { createTestHttp, type TestHttp } from '../../../../test/support/http.ts'
import { webhookRoutes } from './webhooks.routes.ts'

let http: TestHttp
afterEach(() => http.app.close())

async function serve(acknowledgement: Acknowledgement | undefined) {
  const received: [provider: string, request: WebhookRequest][] = []
  http = await createTestHttp(() => {}, {
    media: (app) =>
      webhookRoutes(app, {
        publicUrl: 'https://harbour.test',
        webhooks: {
          receive: async (provider, request) => {
            received.push([provider, request])
            return acknowledgement
          },
        },
      }),
  })
  return received
}

const send = (payload: string | Buffer, headers: Record<string, string> = {}, url = '/hooks/bank?a=1') =>
  http.app.inject({ method: 'POST', url, payload, headers })

test.each([
  ['JSON', 'application/json', '{ "a":  1 }'],
  ['JSON that does not parse', 'application/json', '{"a":'],
  ['a form', 'application/x-www-form-urlencoded', 'a=1&a=2'],
  ['an unknown type', 'application/x-unheard-of', '\u0000\u0001'],
])('passes the raw bytes of %s and the full URL to the provider', async (_, type, payload) => {
  const received = await serve({ status: 200, contentType: 'application/json', body: '{"ok":true}' })
  const response = await send(payload, { 'content-type': type, 'x-signature': 's' })
  expect([response.statusCode, response.body]).toEqual([200, '{"ok":true}'])
  expect(received).toHaveLength(1)
  const [provider, request] = received[0]!
  expect(provider).toBe('bank')
  expect(request.url).toBe('https://harbour.test/hooks/bank?a=1')
  expect(request.headers['x-signature']).toBe('s')
  expect(request.body.toString()).toBe(payload)
})

test('refuses a too large body before verification', async () => {
  const received = await serve({ status: 200 })
  expect((await send(Buffer.alloc(256 * 1024 + 1), { 'content-type': 'text/plain' })).statusCode).toBe(413)
  expect(received).toEqual([])
})

test('an unregistered provider is 404', async () => {
  await serve(undefined)
  expect((await send('x', { 'content-type': 'text/plain' })).statusCode).toBe(404)
})

test('a callback without a body is passed on as empty', async () => {
  const received = await serve({ status: 204 })
  expect((await http.app.inject({ method: 'POST', url: '/hooks/bank' })).statusCode).toBe(204)
  expect(received[0]![1].body).toHaveLength(0)
})
