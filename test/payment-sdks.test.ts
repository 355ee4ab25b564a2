import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
} from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CheckoutPaymentIntent,
  Client,
  Environment,
  IntervalUnit,
  OrdersController,
  PaymentsController,
  SubscriptionsController,
  TenureType,
  TransactionSearchController,
} from '@paypal/paypal-server-sdk'
import httpSignature from 'http-signature'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Aes, Formatter, Rsa, Wechatpay } from 'wechatpay-axios-plugin'
import { createPayme } from '#server/adapters/payments/payme/payme.ts'
import { createWechat } from '#server/adapters/payments/wechat/wechat.ts'
import type { NewProviderOrder } from '#server/domains/payments/index.ts'
import { type Sandbox, startSandbox } from '../src/sandbox/sandbox.ts'
import { type ReceivedRequest, startFakeServer } from './support/fake-server.ts'

/** Programs that the providers' own developers, or others, wrote: as clients of the sandbox, and as the other side of our adapters. */

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

// A test may have moved its clock.
beforeEach(() => sandbox.setOffset(0))

const newOrderId = () => randomBytes(16).toString('hex')
const HKD = (value: string) => ({ currencyCode: 'HKD', value })
const order: NewProviderOrder = {
  orderId: newOrderId(),
  amountCents: 8_800,
  currency: 'HKD',
  providerReference: null,
  description: '100 credits',
  language: 'en_US',
  terminal: 'web',
  continueUrl: 'https://harbour.test/return',
  cancelUrl: 'https://harbour.test/cancel',
  at: Temporal.Now.instant(),
}

/** The payer, or their bank, chooses on the page of the sandbox. */
async function choose(page: string, form: Record<string, string> = { choice: 'approve' }): Promise<void> {
  const answer = await fetch(page, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) })
  expect(answer.status).toBeLessThan(400)
}

describe('PayPal’s SDK, which checks every response against its models', () => {
  /** Its hosts are fixed: the connection goes to the sandbox, in clear. */
  function client(): Client {
    const { url, settings } = sandbox.access
    const { PAYPAL_CLIENT_ID = '', PAYPAL_CLIENT_SECRET = '' } = settings['paypal']!
    const httpsAgent = new Agent()
    httpsAgent.createConnection = () => connect(Number(new URL(url).port), '127.0.0.1')
    return new Client({
      clientCredentialsAuthCredentials: { oAuthClientId: PAYPAL_CLIENT_ID, oAuthClientSecret: PAYPAL_CLIENT_SECRET },
      environment: Environment.Sandbox,
      timeout: 5_000,
      httpClientOptions: { httpsAgent },
    })
  }

  test('pays an order, refunds it in part, and finds both in the listing', async () => {
    const orders = new OrdersController(client())
    const payments = new PaymentsController(client())
    const customId = newOrderId()
    const { result: created } = await orders.createOrder({
      paypalRequestId: customId,
      body: {
        intent: CheckoutPaymentIntent.Capture,
        purchaseUnits: [{ customId, amount: HKD('88.00'), description: '100 credits' }],
        paymentSource: {
          paypal: { experienceContext: { returnUrl: order.continueUrl, cancelUrl: order.cancelUrl } },
        },
      },
    })
    await choose(created.links!.find(({ rel }) => rel === 'payer-action')!.href)
    expect((await orders.getOrder({ id: created.id! })).result.status).toBe('APPROVED')
    const { result: captured } = await orders.captureOrder({ id: created.id!, paypalRequestId: `${customId}-c` })
    const capture = captured.purchaseUnits![0]!.payments!.captures![0]!
    expect(capture).toMatchObject({ status: 'COMPLETED', customId, amount: HKD('88.00') })
    const { result: refund } = await payments.refundCapturedPayment({
      captureId: capture.id!,
      paypalRequestId: newOrderId(),
      body: { amount: HKD('8.00') },
    })
    expect((await payments.getRefund({ refundId: refund.id! })).result.status).toBe('COMPLETED')
    const { result: after } = await orders.getOrder({ id: created.id! })
    expect(after.purchaseUnits![0]!.payments!.captures![0]!.status).toBe('PARTIALLY_REFUNDED')
    const now = Temporal.Now.instant()
    const { result: listing } = await new TransactionSearchController(client()).searchTransactions({
      startDate: now.subtract({ hours: 1 }).toString(),
      endDate: now.add({ hours: 1 }).toString(),
    })
    const listed = listing.transactionDetails!.map(({ transactionInfo }) => transactionInfo)
    expect(listed.map((one) => one?.transactionAmount?.value)).toEqual(['88.00', '-8.00'])
  })

  test('subscribes to a plan, owes a charge that failed, is suspended, activated and cancelled', async () => {
    const subscriptions = new SubscriptionsController(client())
    const { result: product } = await createProduct()
    const { result: plan } = await subscriptions.createBillingPlan({
      paypalRequestId: newOrderId(),
      body: {
        productId: product.id,
        name: 'Monthly pass',
        billingCycles: [
          {
            frequency: { intervalUnit: IntervalUnit.Month, intervalCount: 1 },
            tenureType: TenureType.Regular,
            sequence: 1,
            totalCycles: 0,
            pricingScheme: { fixedPrice: HKD('88.00') },
          },
        ],
        paymentPreferences: { paymentFailureThreshold: 3 },
      },
    })
    const customId = newOrderId()
    const { result: made } = await subscriptions.createSubscription({
      paypalRequestId: customId,
      body: {
        planId: plan.id!,
        customId,
        applicationContext: { returnUrl: order.continueUrl, cancelUrl: order.cancelUrl },
      },
    })
    await choose(made.links!.find(({ rel }) => rel === 'approve')!.href)
    await sandbox.setOffset(24 * 3_600_000)
    const id = made.id!
    const { result: active } = await subscriptions.getSubscription({ id })
    expect(active).toMatchObject({ status: 'ACTIVE', customId })
    expect(active.billingInfo).toMatchObject({ outstandingBalance: HKD('0.00'), failedPaymentsCount: 0 })
    const now = Temporal.Now.instant()
    const { result: charges } = await subscriptions.listSubscriptionTransactions({
      id,
      startTime: now.subtract({ hours: 48 }).toString(),
      endTime: now.add({ hours: 48 }).toString(),
    })
    expect(charges.transactions!.map((one) => one.amountWithBreakdown.grossAmount)).toEqual([HKD('88.00')])
    await choose(`${sandbox.access.url}/mandates/${customId}`, { charges: 'decline' })
    await sandbox.setOffset(33 * 24 * 3_600_000)
    const { billingInfo: overdue } = (await subscriptions.getSubscription({ id })).result
    expect(overdue).toMatchObject({ outstandingBalance: HKD('88.00'), failedPaymentsCount: 1 })
    await subscriptions.suspendSubscription({ id, body: { reason: 'asked' } })
    expect((await subscriptions.getSubscription({ id })).result.status).toBe('SUSPENDED')
    await subscriptions.activateSubscription({ id, body: { reason: 'asked' } })
    await subscriptions.cancelSubscription({ id, body: { reason: 'asked' } })
    expect((await subscriptions.getSubscription({ id })).result.status).toBe('CANCELLED')
  })

  /** The SDK has no catalogue. */
  async function createProduct(): Promise<{ result: { id: string } }> {
    const { url, settings } = sandbox.access
    const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET } = settings['paypal']!
    const basic = Buffer.from(`${PAYPAL_CLIENT_ID}:${PAYPAL_CLIENT_SECRET}`).toString('base64')
    const login = await fetch(`${url}/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    const { access_token: token } = (await login.json()) as { access_token: string }
    const answer = await fetch(`${url}/v1/catalogs/products`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ name: 'Harbour', type: 'SERVICE' }),
    })
    return { result: (await answer.json()) as { id: string } }
  }
})

function wechatSettings() {
  const settings = sandbox.access.settings['wechat']!
  return {
    appId: settings['WECHAT_APP_ID']!,
    mchId: settings['WECHAT_MCH_ID']!,
    mcc: settings['WECHAT_MCC']!,
    serial: settings['WECHAT_CERT_SERIAL']!,
    privateKey: settings['WECHAT_PRIVATE_KEY']!,
    apiKey: settings['WECHAT_API_KEY']!,
    platformKeys: settings['WECHAT_PLATFORM_KEYS']!,
  }
}

function paymeSettings() {
  const settings = sandbox.access.settings['payme']!
  return {
    clientId: settings['PAYME_CLIENT_ID']!,
    clientSecret: settings['PAYME_CLIENT_SECRET']!,
    signingKeyId: settings['PAYME_SIGNING_KEY_ID']!,
    signingKey: settings['PAYME_SIGNING_KEY']!,
  }
}

describe('WeChat Pay’s plugin for axios, which checks every signature', () => {
  function open() {
    const { mchId: mchid, platformKeys, serial: ourSerial, privateKey } = wechatSettings()
    const [serial = ''] = platformKeys.split('=', 1)
    const key = Rsa.from(`public.spki://${platformKeys.slice(serial.length + 1)}`, 'public')
    const client = new Wechatpay({ mchid, serial: ourSerial, privateKey, certs: { [serial]: key } })
    // It makes a call of any name.
    const { transactions, refunds } = client['v3']!['global']!
    return { transactions, refunds, at: { baseURL: `${sandbox.access.url}/` } }
  }
  const orderOf = (orderId: string) => ({
    appid: wechatSettings().appId,
    mchid: wechatSettings().mchId,
    out_trade_no: orderId,
    trade_type: 'NATIVE',
    merchant_category_code: '5815',
    description: '100 credits',
    time_expire: Temporal.Now.instant()
      .add({ minutes: 30 })
      .toString({ smallestUnit: 'second', timeZone: 'Asia/Hong_Kong' }),
    amount: { total: 8_800, currency: 'HKD' },
  })

  test.each([
    ['a time without an offset in digits', { time_expire: '2030-01-01T00:00:00Z' }],
    ['a longer description', { description: 'x'.repeat(128) }],
    ['an address for notifications without TLS', { notify_url: 'http://harbour.test/hooks/wechat' }],
    ['one with a query', { notify_url: 'https://harbour.test/hooks/wechat?a=1' }],
    ['an amount that is no integer', { amount: { total: '8800', currency: 'HKD' } }],
    ['another app', { appid: 'wx0' }],
  ])('is refused %s', async (_, change) => {
    const { transactions, at } = open()
    const refused = transactions!['native']!.post!({ ...orderOf(newOrderId()), ...change }, at)
    await expect(refused).rejects.toMatchObject({ response: { status: 400 } })
  })

  test('orders a QR code, sees it paid, and refunds it', async () => {
    const { transactions, refunds, at } = open()
    const { appId, mchId: mchid } = wechatSettings()
    const orderId = newOrderId()
    const body = orderOf(orderId)
    const { data: ordered } = await transactions!['native']!.post!(body, at)
    await choose((ordered as unknown as { code_url: string }).code_url)
    const query = { ...at, params: { mchid }, out_trade_no: orderId }
    const { data: paid } = await transactions!['outTradeNo']!['_out_trade_no_']!.get!(query)
    expect(paid).toMatchObject({ trade_state: 'SUCCESS', amount: { total: 8_800, currency: 'HKD' } })
    const refund = {
      appid: appId,
      mchid,
      transaction_id: (paid as { id: string }).id,
      out_refund_no: newOrderId(),
      amount: { refund: 800, total: 8_800, currency: 'HKD' },
    }
    const { status } = await refunds!.post!(refund, at)
    expect(status).toBe(200)
  })

  test('verifies what our adapter sends, and signs and seals a notification that it accepts', async () => {
    const wechat = wechatSettings()
    const platformPair = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const spki = platformPair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    const requests: ReceivedRequest[] = []
    const server = await startFakeServer((request) => {
      requests.push(request)
      return { status: 500 }
    })
    const { payments, callbacks } = createWechat({
      ...wechat,
      platformKeys: `PLATFORM=${spki}`,
      apiBase: server.url,
      notifyUrl: 'https://harbour.test/hooks/wechat',
      sandbox: false,
    })
    await payments.create(order)
    await server.close()
    const { method, path, body, headers: sent } = requests[0]!
    const field = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(sent['authorization'] ?? '')![1]!
    const content = Formatter.request(method as 'POST', path, field('timestamp'), field('nonce_str'), body)
    const ours = createPublicKey(createPrivateKey(wechat.privateKey))
    expect(Rsa.verify(content, field('signature'), ours)).toBe(true)
    const resource = {
      mchid: wechat.mchId,
      out_trade_no: order.orderId,
      id: '4200000000202611280000000001',
      trade_state: 'SUCCESS',
      amount: { total: 8_800, currency: 'HKD' },
    }
    const nonce = randomBytes(6).toString('hex')
    const text = JSON.stringify({
      id: randomUUID(),
      event_type: 'TRANSACTION.SUCCESS',
      resource: {
        algorithm: 'AEAD_AES_256_GCM',
        ciphertext: Aes.AesGcm.encrypt(JSON.stringify(resource), wechat.apiKey, nonce, 'transaction'),
        nonce,
        associated_data: 'transaction',
      },
    })
    const [timestamp, signedNonce] = [String(Formatter.timestamp()), Formatter.nonce()]
    const headers = {
      'wechatpay-serial': 'PLATFORM',
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': signedNonce,
      'wechatpay-signature': Rsa.sign(Formatter.response(timestamp, signedNonce, text), platformPair.privateKey),
    }
    const notice = {
      url: 'https://harbour.test/hooks/wechat',
      headers,
      address: '203.0.113.9',
      body: Buffer.from(text),
    }
    expect(await callbacks.provider.verify(notice, Temporal.Now.instant())).toMatchObject({ outcome: 'verified' })
    expect(callbacks.read(notice.body)).toMatchObject({
      of: 'payment',
      orderId: order.orderId,
      report: { state: 'succeeded', amountCents: 8_800 },
    })
  })
})

describe('npm’s http-signature, for PayMe', () => {
  test('verifies what our adapter sends', async () => {
    const payme = paymeSettings()
    const requests: ReceivedRequest[] = []
    const server = await startFakeServer((request) => {
      requests.push(request)
      return request.path === '/oauth2/token' ? { body: '{"accessToken":"TOKEN"}' } : { status: 500 }
    })
    await createPayme({ ...payme, apiBase: server.url, notifyUrl: undefined, sandbox: false }).payments.create(order)
    await server.close()
    const { method, path: url, headers } = requests.find(({ path }) => path !== '/oauth2/token')!
    const parsed = httpSignature.parseRequest(
      { method, url, httpVersion: '1.1', headers },
      { authorizationHeaderName: 'signature', headers: ['(request-target)', 'digest', 'authorization'] },
    )
    expect(parsed.keyId).toBe(payme.signingKeyId)
    expect(httpSignature.verifyHMAC(parsed, Buffer.from(payme.signingKey, 'base64'))).toBe(true)
  })

  test('signs a request that the sandbox takes', async () => {
    const { url } = sandbox.access
    const payme = paymeSettings()
    const form = new URLSearchParams({ client_id: payme.clientId, client_secret: payme.clientSecret })
    const login = await fetch(`${url}/oauth2/token`, { method: 'POST', body: form })
    const { accessToken } = (await login.json()) as { accessToken: string }
    const body = JSON.stringify({
      totalAmount: 88,
      currencyCode: 'HKD',
      effectiveDuration: 600,
      appSuccessCallback: order.continueUrl,
      merchantData: { orderId: newOrderId() },
    })
    const headers = {
      'Api-Version': '0.12',
      'Request-Date-Time': Temporal.Now.instant().toString({ fractionalSecondDigits: 3 }),
      'Content-Type': 'application/json',
      Digest: `SHA-256=${createHash('sha256').update(body).digest('base64')}`,
      Accept: 'application/json',
      'Trace-Id': randomUUID(),
      Authorization: `Bearer ${accessToken}`,
    }
    const sent = new Headers(headers)
    const request = {
      method: 'POST',
      path: '/payments/paymentrequests',
      getHeader: (name: string) => sent.get(name) ?? undefined,
      setHeader: (name: string, value: string) => sent.set(name, value),
    }
    httpSignature.sign(request, {
      keyId: payme.signingKeyId,
      key: Buffer.from(payme.signingKey, 'base64'),
      algorithm: 'hmac-sha256',
      authorizationHeaderName: 'Signature',
      headers: ['(request-target)', ...Object.keys(headers)],
    })
    const answer = await fetch(`${url}/payments/paymentrequests`, {
      method: 'POST',
      headers: sent,
      body,
    })
    expect(await answer.json()).toMatchObject({ statusCode: 'PR001', totalAmount: 88 })
  })
})
