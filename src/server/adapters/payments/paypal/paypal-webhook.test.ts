import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeServer, startFakeServer } from '../../../../../test/support/fake-server.ts'
import { createPaypalWebhook, type PaypalWebhookOptions, signedText } from './paypal.ts'

const fixture = (name: string) => readFileSync(`test/fixtures/payments/${name}`, 'utf8')
const WEBHOOK_ID = '0EH40505U7160970P'
const body = Buffer.from(
  '{"id":"WH-1","event_type":"CHECKOUT.ORDER.APPROVED","resource":{"id":"PP1","status":"APPROVED"}}',
)
const CERTIFICATE = '/v1/notifications/certs/CERT-360caa42-fca2a594-df8cd2d5'

let server: FakeServer
let base: string
let fetched: string[]
let answer: { status: number; body: string }

beforeAll(async () => {
  server = await startFakeServer(({ path }) => {
    fetched.push(path)
    return answer
  })
  base = server.url
})
afterAll(() => server.close())
beforeEach(() => {
  fetched = []
  answer = { status: 200, body: fixture('certificate.pem') }
})

const headers = (change: Record<string, string | undefined> = {}) => ({
  'paypal-transmission-id': '69cd13f0-d67a-11e5-baa3-778b53f4ae55',
  'paypal-transmission-time': '2016-02-18T20:01:35Z',
  'paypal-auth-algo': 'SHA256withRSA',
  'paypal-cert-url': base + CERTIFICATE,
  // Made by OpenSSL.
  'paypal-transmission-sig': fixture('paypal-signature.b64'),
  ...change,
})
/** A minute after the example was sent. */
const NOW = Temporal.Instant.from('2016-02-18T20:02:35Z')
const ADDRESS = '203.0.113.9'
function webhook(options: Partial<PaypalWebhookOptions> = {}) {
  const { provider } = createPaypalWebhook({ webhookId: WEBHOOK_ID, certBase: base, ...options }).callbacks
  return { verify: async (one: ReturnType<typeof request>, now = NOW) => provider.verify(one, now) }
}
const request = (change: Record<string, string | undefined> = {}, { address = ADDRESS, bytes = body } = {}) => ({
  url: 'https://harbour.test/hooks/paypal',
  headers: headers(change),
  address,
  body: bytes,
})
const verify = (change: Record<string, string | undefined> = {}, bytes = body) =>
  webhook().verify(request(change, { bytes }))

test('what is signed is laid out as PayPal’s documentation shows, with the checksum in decimal', () => {
  expect(signedText({ headers: headers(), body }, WEBHOOK_ID)).toBe(fixture('paypal-content.txt'))
})

test('OpenSSL’s signature is accepted; the event’s id is its identity', async () => {
  expect(await verify()).toEqual({ outcome: 'verified', dedupKey: 'WH-1' })
})

describe('forged:', () => {
  const flipped = Buffer.from(body)
  flipped[30]! ^= 1
  const signature = Buffer.from(fixture('paypal-signature.b64'), 'base64')
  signature[100]! ^= 1

  test.each([
    ['one flipped bit in the body', {}, flipped],
    ['one flipped bit in the signature', { 'paypal-transmission-sig': signature.toString('base64') }, body],
    ['another time', { 'paypal-transmission-time': '2016-02-18T20:01:36Z' }, body],
    ['another id', { 'paypal-transmission-id': 'x' }, body],
    ['another algorithm', { 'paypal-auth-algo': 'SHA1withRSA' }, body],
    ['no signature', { 'paypal-transmission-sig': undefined }, body],
    ['no certificate', { 'paypal-cert-url': undefined }, body],
  ])('%s does not verify', async (_, change, bytes) => {
    expect(await verify(change, bytes)).toEqual({ outcome: 'forged' })
  })

  test('signed for another webhook', async () => {
    expect(await webhook({ webhookId: 'OTHER' }).verify(request())).toEqual({ outcome: 'forged' })
  })

  test.each([
    ['a week and a minute old', '2016-02-25T20:02:36Z', 'forged'],
    ['six days old', '2016-02-24T20:01:35Z', 'verified'],
    ['two hours ahead of us', '2016-02-18T18:01:34Z', 'forged'],
  ])('a recording: a notice that is %s is %s', async (_, at, outcome) => {
    expect(await webhook().verify(request(), Temporal.Instant.from(at))).toMatchObject({ outcome })
  })

  test.each([undefined, '', 'yesterday'])('sent at %j', async (time) => {
    expect(await verify({ 'paypal-transmission-time': time })).toEqual({ outcome: 'forged' })
    expect(fetched).toEqual([])
  })
})

describe('a certificate', () => {
  const invented = (n: number) => ({ 'paypal-cert-url': `${base}/v1/notifications/certs/CERT-${n}` })

  test.each([
    ['another host', 'https://evil.test/v1/notifications/certs/CERT-1'],
    ['another path of the host', '/v1/anything'],
    ['a path that leaves the folder', '/v1/notifications/certs/../../evil'],
    ['the host as user name', 'USER'],
  ])('of %s is never fetched', async (_, address) => {
    const url = address === 'USER' ? `http://${base.slice(7)}@evil.test${CERTIFICATE}` : new URL(address, base).href
    expect(await verify({ 'paypal-cert-url': url })).toEqual({ outcome: 'forged' })
    expect(fetched).toEqual([])
  })

  test.each([
    [500, ''],
    [404, ''],
    [200, 'no certificate'],
  ])('that cannot be fetched (HTTP %d %s) makes PayPal repeat the event', async (status, text) => {
    answer = { status, body: text }
    expect(await verify()).toEqual({ outcome: 'unavailable' })
  })

  test('that many notices name at a time is fetched once', async () => {
    const one = webhook()
    const notices = Array.from({ length: 20 }, async () => one.verify(request()))
    expect(new Set((await Promise.all(notices)).map(({ outcome }) => outcome))).toEqual(new Set(['verified']))
    expect(fetched).toHaveLength(1)
  })

  test('is one of ten that are fetched in a minute: invented names cause no more requests', async () => {
    const one = webhook()
    answer = { status: 404, body: '' }
    for (let n = 0; n < 12; n++) {
      expect(await one.verify(request(invented(n)))).toEqual({ outcome: 'unavailable' })
    }
    expect(fetched).toHaveLength(10)
  })

  test.each([
    ['203.0.113.9', '198.51.100.7'],
    ['2001:db8:1:2::1', '2001:db8:2::1'],
  ])('is fetched for PayPal whatever a sender at %s invents', async (forger, paypal) => {
    const one = webhook()
    answer = { status: 404, body: '' }
    for (let n = 0; n < 12; n++) await one.verify(request(invented(n), { address: forger }))
    answer = { status: 200, body: fixture('certificate.pem') }
    expect(await one.verify(request({}, { address: paypal }))).toMatchObject({ outcome: 'verified' })
  })

  test('that has verified a notice needs no fetch, also from another address and after many others', async () => {
    const one = webhook()
    await one.verify(request())
    const forged = { 'paypal-transmission-sig': 'AAAA' }
    for (let n = 0; n < 12; n++) await one.verify(request({ ...invented(n), ...forged }))
    expect(await one.verify(request())).toMatchObject({ outcome: 'verified' })
    expect(fetched.filter((path) => path === CERTIFICATE)).toHaveLength(1)
  })

  test('of 65 kilobytes is none', async () => {
    answer = { status: 200, body: fixture('certificate.pem') + '\n'.repeat(65 * 1024) }
    expect(await verify()).toEqual({ outcome: 'unavailable' })
  })

  test('is fetched once', async () => {
    const one = webhook()
    await one.verify(request())
    await one.verify(request())
    expect(fetched).toEqual([CERTIFICATE])
  })
})
