import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentKind } from '#contract/payments.ts'
import { createTwilioWebhook, twilioSignature } from '#server/adapters/sms/twilio-sms.ts'
import { PAYMENT_ADAPTERS } from '#server/adapters/payments/payment-adapters.ts'
import { createWebhooks, type WebhookEndpoint, type WebhookProvider } from '#server/domains/webhooks/index.ts'
import { sql } from '#server/kit/db.ts'
import { createLog } from '#server/kit/log.ts'
import { webhookRoutes } from '#server/wire/hooks/webhooks.routes.ts'
import { startFakeServer } from './support/fake-server.ts'
import { createTestHttp, type TestHttp } from './support/http.ts'
import { createPaymentSandboxWorld, type PaymentSandboxWorld } from './support/payment-sandbox.ts'

/**
 * A provider repeats what is not acknowledged. So what is genuine and cannot be kept or read now is answered 5xx, what is forged 403,
 * and only what is kept is acknowledged.
 */

interface Notice {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const TWILIO_TOKEN = 'secret-token'
const PUBLIC_URL = 'https://harbour.test'

let world: PaymentSandboxWorld
let http: TestHttp | undefined
beforeAll(async () => {
  world = await createPaymentSandboxWorld()
})
afterAll(() => world.close())
afterEach(() => http?.app.close())

const twilio = createTwilioWebhook(TWILIO_TOKEN)
const endpoints = (): readonly WebhookEndpoint[] => [
  ...(world.payments.domainModule.webhooks ?? []),
  { provider: twilio, process: async () => undefined },
]

/** Posts to the server as it listens. @returns the status, and how many notices it has kept by then */
async function post(name: string, { headers, body }: Notice, known = endpoints()) {
  const { db, clock } = world
  const log = createLog({ level: 'silent', role: 'test' })
  const webhooks = createWebhooks({ db, clock, log, masterKey: Buffer.alloc(32, 7), endpoints: known })
  const media = (app: TestHttp['app']) => webhookRoutes(app, { webhooks, publicUrl: PUBLIC_URL })
  http = await createTestHttp(() => {}, { media, clock })
  const answer = await http.app.inject({ method: 'POST', url: `/hooks/${name}`, headers, payload: body })
  return answer.statusCode
}

const kept = async () =>
  (await world.db.selectFrom('webhook_event').select('provider').execute()).map(({ provider }) => provider)

/** What the sandbox sends when a payer makes this choice. */
async function noticeOf(kind: PaymentKind, choice: 'approve' | 'forged'): Promise<Notice> {
  const notices: Notice[] = []
  const listener = await startFakeServer(({ headers, body }) => {
    notices.push({ headers: headers as Notice['headers'], body })
    return { status: 200, body: '{"result":{"resultStatus":"S"}}' }
  })
  await world.reset()
  world.sandbox.setService(listener.url)
  await world.choose(await world.start(kind), choice)
  await world.sandbox.setOffset(0)
  await listener.close()
  return notices[0]!
}

function smsNotice(choice: 'approve' | 'forged'): Notice {
  const form = new URLSearchParams({ MessageSid: 'SM1', MessageStatus: 'delivered' })
  const token = choice === 'forged' ? 'another' : TWILIO_TOKEN
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': twilioSignature(token, `${PUBLIC_URL}/hooks/twilio`, form),
  }
  return { headers, body: form.toString() }
}

interface Sender {
  readonly name: string
  readonly notice: (choice: 'approve' | 'forged') => Notice | Promise<Notice>
  readonly acknowledged?: number
  /** Its notices are not signed: they are not kept, and only have the payment queried. */
  readonly isUnsigned?: boolean
}

const SENDERS: readonly Sender[] = [
  { name: 'paypal', notice: (choice) => noticeOf('paypal', choice) },
  { name: 'antom', notice: (choice) => noticeOf('alipay', choice) },
  { name: 'wechat', notice: (choice) => noticeOf('wechat', choice) },
  { name: 'payme', notice: (choice) => noticeOf('payme', choice), isUnsigned: true },
  { name: 'payasia', notice: (choice) => noticeOf('payasia', choice) },
  { name: 'btcpay', notice: (choice) => noticeOf('crypto', choice) },
  { name: 'twilio', notice: smsNotice, acknowledged: 204 },
]

test('every payment provider is in the table', () => {
  expect(SENDERS.map(({ name }) => name)).toEqual(expect.arrayContaining(PAYMENT_ADAPTERS.map(({ name }) => name)))
})

describe.each(SENDERS)('a notice of $name', ({ name, notice, acknowledged = 200, isUnsigned = false }) => {
  /** Without its tables the database refuses every statement. */
  async function withoutTables<T>(work: () => Promise<T>): Promise<T> {
    const tables = ['webhook_event', 'payment_order']
    for (const table of tables)
      await sql`alter table ${sql.table(table)} rename to ${sql.table(`no_${table}`)}`.execute(world.db)
    try {
      return await work()
    } finally {
      for (const table of tables)
        await sql`alter table ${sql.table(`no_${table}`)} rename to ${sql.table(table)}`.execute(world.db)
    }
  }

  test('that cannot be kept is not acknowledged, and is when it comes again', async () => {
    const genuine = await notice('approve')
    expect(await withoutTables(() => post(name, genuine))).toBe(500)
    expect(await kept()).not.toContain(name)
    expect(await post(name, genuine)).toBe(acknowledged)
    expect((await kept()).includes(name)).toBe(!isUnsigned)
  })

  test(isUnsigned ? 'is not kept, genuine or not' : 'that is forged is refused and not kept', async () => {
    const before = await kept()
    expect(await post(name, await notice('forged'))).toBe(isUnsigned ? acknowledged : 403)
    expect(await kept()).toEqual(before)
  })
})

describe('a genuine notice that cannot be read or verified now comes again', () => {
  const opened = (name: string, change: Readonly<Record<string, string>> = {}): WebhookProvider => {
    const adapter = PAYMENT_ADAPTERS.find((one) => one.name === name)!
    const settings = { ...world.sandbox.access.settings[name], ...change }
    return adapter.open(settings, { notifyUrl: undefined, brand: () => 'Harbour', sandbox: true }).callbacks.provider
  }

  test.each([
    ['wechat', 'sealed with another API v3 key', { WECHAT_API_KEY: '0'.repeat(32) }, {}],
    ['wechat', 'signed with a key that the settings do not have yet', {}, { 'wechatpay-serial': 'NEW' }],
    ['paypal', 'whose certificate cannot be fetched', {}, { 'paypal-cert-url': '/v1/notifications/certs/NONE' }],
  ])('%s: one %s', async (name, _, settings, headers: Record<string, string>) => {
    const genuine = await noticeOf(name as PaymentKind, 'approve')
    const url = headers['paypal-cert-url']
    const changed = url === undefined ? headers : { 'paypal-cert-url': world.sandbox.access.url + url }
    const before = await kept()
    const sent = { ...genuine, headers: { ...genuine.headers, ...changed } }
    const known = [{ provider: opened(name, settings), process: async () => undefined }]
    expect(await post(name, sent, known)).toBe(503)
    expect(await kept()).toEqual(before)
    expect(await post(name, genuine)).toBe(200)
    expect(await kept()).toHaveLength(before.length + 1)
  })
})
