import { createHash, sign } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { done } from './sandbox-provider.ts'
import { type Sandbox, startSandbox } from './sandbox.ts'

let folder: string
let sandbox: Sandbox
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'harbour-sandbox-'))
  sandbox = await startSandbox({ file: join(folder, 'state.json') })
})
afterAll(async () => {
  await sandbox.close()
  await rm(folder, { recursive: true })
})

test('credentials and payments survive a restart', async () => {
  const { access } = sandbox
  await sandbox.close()
  sandbox = await startSandbox({ file: join(folder, 'state.json'), port: Number(new URL(access.url).port) })
  expect(sandbox.access).toEqual(access)
})

test('a page that does not lead back says so, in both languages', () => {
  const { body } = done()
  expect(body).toContain('可關閉此頁')
  expect(body).toContain('You can close this page and go back')
})

/** A form of Payment Asia, signed as its documents show. */
function signedForm(fields: Readonly<Record<string, string>>): URLSearchParams {
  const form = new URLSearchParams(fields)
  form.sort()
  const secret = sandbox.access.settings['payasia']!['PAYASIA_SECRET']!
  form.set(
    'sign',
    createHash('sha512')
      .update(form.toString().replaceAll('*', '%2A') + secret)
      .digest('hex'),
  )
  return form
}

describe('Payment Asia’s page takes', () => {
  const FIELDS = {
    merchant_reference: '0123456789abcdef0123456789abcdef',
    currency: 'HKD',
    amount: '88.00',
    network: 'UserDefine',
    return_url: 'https://harbour.test/return',
    subject: '50 credits',
    lang: 'zh-tw',
    customer_ip: '203.0.113.7',
    customer_first_name: 'Tai Man',
    customer_last_name: 'Chan',
    customer_phone: '+85291234567',
    customer_email: 'someone@example.com',
  }
  const post = async (change: Readonly<Record<string, string>>) => {
    const { url, settings } = sandbox.access
    const page = `${url}/app/page/generic/${settings['payasia']!['PAYASIA_MERCHANT_TOKEN']}`
    const body = signedForm({ ...FIELDS, ...change })
    return (await fetch(page, { method: 'POST', redirect: 'manual', body })).status
  }

  test('what its documents allow', async () => {
    expect(await post({})).toBe(303)
  })

  test.each([
    ['a longer reference', { merchant_reference: 'a'.repeat(37) }],
    ['a longer address', { return_url: `https://harbour.test/${'x'.repeat(240)}` }],
    ['a longer subject', { subject: 'x'.repeat(256) }],
    ['an IPv6 address', { customer_ip: '2001:db8::1' }],
    ['no e-mail address', { customer_email: '' }],
    ['another language', { lang: 'zh_HK' }],
    ['another currency', { currency: 'USD' }],
    ['one decimal', { amount: '88.0' }],
  ])('not %s', async (_, change) => {
    expect(await post(change)).toBe(400)
  })
})

describe('requests that are not ours are refused', () => {
  test('PayPal without a token', async () => {
    const { url } = sandbox.access
    for (const path of ['/v2/checkout/orders/X', '/v1/billing/subscriptions/X', '/v1/payments/refund/X'])
      expect((await fetch(url + path)).status).toBe(401)
    expect(
      (await fetch(`${url}/v1/oauth2/token`, { method: 'POST', headers: { authorization: 'Basic eDp5' } })).status,
    ).toBe(401)
  })

  test.each(['payments/pay', 'authorizations/consult', 'authorizations/revoke'])(
    'Antom without our signature: %s',
    async (call) => {
      const { url, settings } = sandbox.access
      const answer = await fetch(`${url}/ams/sandbox/api/v1/${call}`, {
        method: 'POST',
        headers: {
          'client-id': settings['antom']!['ANTOM_CLIENT_ID']!,
          'request-time': String(Temporal.Now.instant().epochMilliseconds),
          signature: 'algorithm=RSA256,keyVersion=1,signature=AAAA',
        },
        body: '{}',
      })
      expect(await answer.json()).toMatchObject({ result: { resultStatus: 'F', resultCode: 'INVALID_SIGNATURE' } })
    },
  )

  test.each([
    ['ISO 8601, as its SDKs write it', (now: Temporal.Instant) => now.toString({ fractionalSecondDigits: 3 }), 'known'],
    ['ISO 8601 with an offset', (now: Temporal.Instant) => now.toString({ timeZone: 'Asia/Hong_Kong' }), 'known'],
    ['milliseconds', (now: Temporal.Instant) => String(now.epochMilliseconds), 'known'],
    ['an old time', (now: Temporal.Instant) => now.subtract({ hours: 1 }).toString(), 'refused'],
    ['another text', () => 'yesterday', 'refused'],
  ])('Antom’s Request-Time is %s', async (_, write, outcome) => {
    const { url, settings } = sandbox.access
    const { ANTOM_CLIENT_ID: clientId = '', ANTOM_PRIVATE_KEY: key = '' } = settings['antom']!
    const [path, body] = ['/ams/sandbox/api/v1/payments/inquiryPayment', JSON.stringify({ paymentRequestId: 'P1' })]
    const time = write(Temporal.Now.instant())
    const signed = sign('sha256', Buffer.from(`POST ${path}\n${clientId}.${time}.${body}`), key).toString('base64')
    const signature = `algorithm=RSA256,keyVersion=1,signature=${encodeURIComponent(signed)}`
    const headers = { 'client-id': clientId, 'request-time': time, signature }
    const answer = await fetch(url + path, { method: 'POST', headers, body })
    const { result } = (await answer.json()) as { result: { resultCode: string } }
    expect(result.resultCode).toBe(outcome === 'known' ? 'ORDER_NOT_EXIST' : 'INVALID_SIGNATURE')
  })

  test('WeChat Pay without our signature', async () => {
    const { url, settings } = sandbox.access
    const { WECHAT_MCH_ID: mchId, WECHAT_CERT_SERIAL: serial } = settings['wechat']!
    const authorization = `WECHATPAY2-SHA256-RSA2048 mchid="${mchId}",nonce_str="N",timestamp="${Math.floor(Temporal.Now.instant().epochMilliseconds / 1000)}",serial_no="${serial}",signature="AAAA"`
    const attempts: Record<string, string>[] = [{}, { authorization }]
    for (const headers of attempts) {
      const answer = await fetch(`${url}/v3/global/transactions/out-trade-no/1234567?mchid=${mchId}`, {
        headers,
      })
      expect(answer.status).toBe(401)
      expect(answer.headers.get('wechatpay-signature')).not.toBeNull()
    }
  })

  test('PayMe without a token, or with one and without our signature', async () => {
    const { url, settings } = sandbox.access
    const { PAYME_CLIENT_ID = '', PAYME_CLIENT_SECRET = '' } = settings['payme']!
    const path = `${url}/payments/paymentrequests/24e2b0d2-8f8e-4d43-8b1c-0123456789ab`
    const headers = { 'api-version': '0.12', accept: 'application/json', 'content-type': 'application/json' }
    expect((await fetch(path)).status).toBe(404)
    expect((await fetch(path, { headers: { ...headers, accept: 'text/html' } })).status).toBe(406)
    expect((await fetch(path, { headers: { ...headers, 'content-type': 'text/plain' } })).status).toBe(415)
    expect((await fetch(path, { headers })).status).toBe(401)
    const form = (client_secret: string) => new URLSearchParams({ client_id: PAYME_CLIENT_ID, client_secret })
    expect((await fetch(`${url}/oauth2/token`, { method: 'POST', body: form('wrong') })).status).toBe(401)
    const login = await fetch(`${url}/oauth2/token`, { method: 'POST', body: form(PAYME_CLIENT_SECRET) })
    const { accessToken } = (await login.json()) as { accessToken: string }
    const authorization = `Bearer ${accessToken}`
    expect((await fetch(path, { headers: { ...headers, authorization } })).status).toBe(400)
  })
})
