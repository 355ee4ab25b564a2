import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Agreements, type AgreementTerms, createAgreements } from '#server/domains/agreements/index.ts'
import { createPayments, type Payments } from '#server/domains/payments/index.ts'
import { createWebhooks, type Webhooks } from '#server/domains/webhooks/index.ts'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/kit/log.ts'
import { idleQueue } from '#server/kit/queue.ts'
import { formatPaymentItem } from '#server/jobs/payments.presenter.ts'
import { createMoneyBook } from '#server/money-book.ts'
import { openPaymentProviders } from '#server/payment-providers.ts'
import { type Sandbox, startSandbox } from '../src/sandbox/sandbox.ts'
import { type AccountsApp, createTestAccounts } from './support/accounts.ts'
import { TestOwner } from './support/agreements.ts'
import { openHooks } from './support/sandbox-hooks.ts'

type Kind = 'paypal' | 'alipay'

const PAGE = 'http://localhost:8080/#/monthlyfee?return=1'
const MASTER_KEY = Buffer.alloc(32, 7)
const DAY = 24 * 60

let app: AccountsApp
let folder: string
let sandbox: Sandbox
let payments: Payments
let agreements: Agreements
let webhooks: Webhooks
let owner: TestOwner
let hooks: Awaited<ReturnType<typeof openHooks>>
let accountId: string
let members = 0
/** How far the clocks have been moved. */
let offsetMs = 0

const log = createLog({ level: 'silent', role: 'test' })

beforeAll(async () => {
  app = await createTestAccounts()
  folder = await mkdtemp(join(tmpdir(), 'harbour-sandbox-'))
  sandbox = await startSandbox({ file: join(folder, 'state.json') })
  const { db, clock, messages } = app
  clock.set(Temporal.Now.instant())
  owner = await TestOwner.create(db)
  const { mandates, mandateCallbacks, ...opened } = openPaymentProviders(readConfig({}), sandbox.access)
  const isReturnOrigin = (origin: string) => origin === 'http://localhost:8080'
  const shared = { db, clock, log, masterKey: MASTER_KEY, isReturnOrigin }
  payments = createPayments({
    ...shared,
    ...opened,
    messages,
    money: createMoneyBook(log),
    purposes: () => [owner],
    itemName: formatPaymentItem,
    seller: { zh_HK: '港映', en_US: 'Harbour' },
  })
  const told = { providers: mandates, callbacks: mandateCallbacks, owner: () => owner }
  agreements = createAgreements({ ...shared, ...told, payments })
  const endpoints = [payments, agreements].flatMap(({ capability }) => capability.webhooks ?? [])
  webhooks = createWebhooks({ db, clock, log, masterKey: MASTER_KEY, endpoints })
  hooks = await openHooks(webhooks)
  sandbox.setService(hooks.url)
})
afterAll(async () => {
  await sandbox.close()
  hooks.close()
  await app.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  hooks.received.length = 0
  owner.reset()
  ;({ accountId } = await app.aMember(`9500${String(members++).padStart(4, '0')}`))
})

const now = () => app.clock.now()

function start(
  kind: Kind,
  { terminal = 'web', ...change }: Partial<AgreementTerms> & { terminal?: 'web' | 'wap' } = {},
) {
  const terms: AgreementTerms = {
    planVersionId: 'entertainment-pass.1',
    amountCents: 8_800,
    currency: 'HKD',
    name: { zh_HK: '娛樂通行證', en_US: 'Entertainment Pass' },
    trial: true,
    firstChargeAt: now().add({ hours: 30 * 24 }),
    ...change,
  }
  return agreements.start({
    accountId,
    kind,
    terms,
    language: 'en_US',
    terminal,
    continueUrl: PAGE,
    cancelUrl: PAGE,
  })
}

/** The payer chooses on the provider's page. @returns where the browser is sent */
async function choose(url: string, choice: string): Promise<string | null> {
  expect((await fetch(url)).status).toBe(200)
  const answer = await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ choice }) })
  return answer.headers.get('location')
}

/** Sets what becomes of a mandate's charges and callbacks, on its page. */
async function control(agreementId: string, fields: Record<string, string>): Promise<void> {
  const url = `${sandbox.access.url}/mandates/${agreementId}`
  const answer = await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })
  expect(answer.status).toBe(303)
}

/** Delivers what is due, and processes it. */
async function settle(): Promise<void> {
  for (let n = 0; n < 3; n++) {
    await sandbox.setOffset(offsetMs)
    await webhooks.processDue()
  }
}

/** Moves both clocks; the sandbox delivers what is due, the service does what is due. */
async function advance(minutes: number): Promise<void> {
  offsetMs += minutes * 60_000
  app.clock.advance(`PT${minutes}M`)
  await settle()
}

async function runDue(): Promise<void> {
  for (const { run } of [agreements, payments].flatMap(({ capability }) => capability.dueWork ?? []))
    await run({ queue: idleQueue, log })
  await settle()
}

const find = async (agreementId: string) => (await agreements.find(accountId, agreementId))!
const stateOf = async (agreementId: string) => (await find(agreementId)).state
const ordersOf = async (agreementId: string) =>
  app.db
    .selectFrom('payment_order')
    .selectAll()
    .where('purpose_id', 'like', `${agreementId}.%`)
    .orderBy('created_at')
    .orderBy('ordinal')
    .execute()

/** What the payer approved, without what names them. */
const heardOf = async (agreementId: string) =>
  (await owner.of(agreementId)).map((what) => (what.startsWith('activated') ? 'activated' : what))

async function anActive(kind: Kind, change: Partial<AgreementTerms> = {}) {
  const agreement = await start(kind, change)
  await choose(agreement.nextAction!.url, 'approve')
  await settle()
  expect(await stateOf(agreement.agreementId)).toBe('active')
  return find(agreement.agreementId)
}

const item = {
  template: 'renewal',
  params: { planVersionId: 'entertainment-pass.1', name: { zh_HK: '娛樂通行證', en_US: 'Entertainment Pass' } },
} as const

describe.each([
  ['paypal', 'redirect'],
  ['alipay', 'qr'],
] as const)('%s', (kind, type) => {
  test('approved: active by its callback, with its payer; the browser returns', async () => {
    const agreement = await start(kind)
    expect(agreement.nextAction).toMatchObject({ type })
    expect(await choose(agreement.nextAction!.url, 'approve')).toMatch(/^http:\/\/localhost:8080\//)
    await settle()
    expect(hooks.received.every((status) => status === 200)).toBe(true)
    expect(await find(agreement.agreementId)).toMatchObject({ state: 'active', payerReference: expect.any(String) })
    expect(await heardOf(agreement.agreementId)).toEqual(['activated'])
    expect(await ordersOf(agreement.agreementId)).toEqual([])
  })

  test('callbacks sent twice activate once', async () => {
    const { agreementId, nextAction } = await start(kind)
    await choose(nextAction!.url, 'double')
    await advance(1)
    expect(hooks.received.length).toBeGreaterThan(1)
    expect(await heardOf(agreementId)).toEqual(['activated'])
  })

  test('a forged callback is refused, and activates nothing', async () => {
    const { agreementId, nextAction } = await start(kind)
    await choose(nextAction!.url, 'forged')
    await settle()
    expect(hooks.received).toEqual([403])
    expect(await stateOf(agreementId)).toBe('setup')
  })

  test('delayed: active once the provider has completed it', async () => {
    const { agreementId, nextAction } = await start(kind)
    await choose(nextAction!.url, 'delay')
    await settle()
    expect(await stateOf(agreementId)).toBe('setup')
    await advance(11)
    expect(await stateOf(agreementId)).toBe('active')
  })

  test('declined: abandoned after 30 minutes at most', async () => {
    const { agreementId, nextAction } = await start(kind)
    await choose(nextAction!.url, 'decline')
    await advance(31)
    await runDue()
    expect(await stateOf(agreementId)).toBe('abandoned')
    expect(await heardOf(agreementId)).toEqual([])
  })

  test('cancelled: returns to our page, and the same start goes on', async () => {
    const { agreementId, nextAction } = await start(kind)
    expect(await choose(nextAction!.url, 'cancel')).toMatch(/^http:\/\/localhost:8080\//)
    expect((await start(kind)).agreementId).toBe(agreementId)
  })

  test('refused by the owner: ended at the provider', async () => {
    owner.refusal = 'TRIAL_USED'
    const { agreementId, nextAction } = await start(kind)
    await choose(nextAction!.url, 'approve')
    await settle()
    expect(await find(agreementId)).toMatchObject({ state: 'abandoned', failure: 'TRIAL_USED' })
    await runDue()
    const row = await app.db
      .selectFrom('agreement')
      .selectAll()
      .where('agreement_id', '=', agreementId)
      .executeTakeFirst()
    expect(row?.ended_at).not.toBeNull()
    expect(await (await fetch(`${sandbox.access.url}/mandates/${agreementId}`)).text()).toContain('<p>ended')
  })

  test('cancel, undo, end: each at the provider too', async () => {
    const agreement = await anActive(kind)
    const { agreementId } = agreement
    await agreements.cancel(agreement)
    await settle()
    expect(await stateOf(agreementId)).toBe('ending')
    await agreements.undo(agreement)
    await settle()
    expect(await stateOf(agreementId)).toBe('active')
    await app.db.transaction().execute((tx) => agreements.end(tx, agreementId, 'plan ended'))
    await runDue()
    expect(await stateOf(agreementId)).toBe('ended')
    expect(await heardOf(agreementId)).toEqual(['activated'])
  })

  test('ended by the payer at the provider: revoked', async () => {
    const { agreementId } = await anActive(kind)
    await control(agreementId, { revoke: 'yes' })
    await settle()
    expect(await stateOf(agreementId)).toBe('revoked')
    expect(await heardOf(agreementId)).toEqual(['activated', 'revoked'])
  })

  test('ended by the payer, and the callback is lost: found by the daily query', async () => {
    const { agreementId } = await anActive(kind)
    await control(agreementId, { callbacks: 'silent' })
    await control(agreementId, { revoke: 'yes' })
    await advance(DAY + 1)
    await runDue()
    expect(await heardOf(agreementId)).toEqual(['activated', 'revoked'])
  })
})

describe('AlipayHK: we charge', () => {
  const charge = async (agreementId: string, attempt: number) =>
    agreements.charge({
      agreement: await find(agreementId),
      cycle: 1,
      attempt,
      amountCents: 8_800,
      currency: 'HKD',
      item,
    })

  test('charged, its callback changes nothing more, and refunded', async () => {
    const { agreementId } = await anActive('alipay')
    const order = await charge(agreementId, 1)
    expect(order.state).toBe('paid')
    await settle()
    expect(await heardOf(agreementId)).toEqual(['activated', 'paid 8800'])
    await payments.refund({ orderId: order.orderId, reason: 'asked', actor: 'test' })
    await runDue()
    expect(await ordersOf(agreementId)).toMatchObject([{ state: 'refunded' }])
  })

  test('declined, then paid by the second attempt', async () => {
    const { agreementId } = await anActive('alipay')
    await control(agreementId, { charges: 'decline' })
    expect((await charge(agreementId, 1)).state).toBe('failed')
    await control(agreementId, { charges: 'succeed' })
    expect((await charge(agreementId, 2)).state).toBe('paid')
    await settle()
    expect(await heardOf(agreementId)).toEqual(['activated', 'attempt 1 failed', 'paid 8800'])
  })

  test('of another amount: reviewed', async () => {
    const { agreementId } = await anActive('alipay')
    await control(agreementId, { charges: 'wrongAmount' })
    expect(await charge(agreementId, 1)).toMatchObject({ state: 'review', paidCents: 8_700 })
    expect(await heardOf(agreementId)).toEqual(['activated'])
  })

  test('its token is refreshed before it expires, and charges go on', async () => {
    const { agreementId } = await anActive('alipay')
    const hash = async () =>
      (
        await app.db
          .selectFrom('agreement')
          .select('credentials_hash')
          .where('agreement_id', '=', agreementId)
          .executeTakeFirstOrThrow()
      ).credentials_hash
    const first = await hash()
    await advance(174 * DAY)
    await runDue()
    expect(await hash()).not.toBe(first)
    await advance(10 * DAY)
    await runDue()
    expect(await stateOf(agreementId)).toBe('active')
    expect((await charge(agreementId, 1)).state).toBe('paid')
  })

  test('a phone gets an app link; the QR code opens a page that does not return', async () => {
    expect((await start('alipay', { terminal: 'wap' })).nextAction).toMatchObject({ type: 'app' })
    const { agreementId, nextAction } = await start('alipay')
    expect(await choose(nextAction!.qrText!, 'approve')).toBeNull()
    await settle()
    expect(await stateOf(agreementId)).toBe('active')
  })
})

describe('PayPal: its schedule charges', () => {
  const atOnce = () => ({ trial: false, firstChargeAt: now() })

  test('without a trial: activated and paid at once, then every month', async () => {
    const { agreementId } = await anActive('paypal', atOnce())
    expect(await heardOf(agreementId)).toEqual(['activated', 'paid 8800'])
    await advance(32 * DAY)
    expect(await heardOf(agreementId)).toEqual(['activated', 'paid 8800', 'paid 8800'])
    expect(await ordersOf(agreementId)).toMatchObject([{ state: 'paid' }, { state: 'paid' }])
  })

  test('with a trial: nothing for a month, then paid', async () => {
    const { agreementId } = await anActive('paypal')
    await advance(27 * DAY)
    expect(await heardOf(agreementId)).toEqual(['activated'])
    await advance(5 * DAY)
    expect(await heardOf(agreementId)).toEqual(['activated', 'paid 8800'])
  })

  test('a first charge that lies ahead is taken then', async () => {
    const { agreementId } = await anActive('paypal', { trial: false, firstChargeAt: now().add({ hours: 10 * 24 }) })
    await advance(9 * DAY)
    expect(await heardOf(agreementId)).toEqual(['activated'])
    await advance(2 * DAY)
    expect(await heardOf(agreementId)).toEqual(['activated', 'paid 8800'])
  })

  test('its plans are made once for each version, with and without trial', async () => {
    await start('paypal')
    await start('paypal', atOnce())
    await app.db.deleteFrom('agreement_catalogue').where('name', 'like', 'plan%trial').execute()
    await start('paypal')
    const rows = await app.db.selectFrom('agreement_catalogue').selectAll().orderBy('name').execute()
    expect(rows.map(({ name }) => name)).toEqual([
      'plan entertainment-pass.1 8800 HKD',
      'plan entertainment-pass.1 8800 HKD trial',
      'product',
    ])
    expect(new Set(rows.map((row) => row.reference)).size).toBe(3)
  })

  test('cancelled: not charged; undone: charged from the next date on', async () => {
    const agreement = await anActive('paypal', atOnce())
    const { agreementId } = agreement
    await agreements.cancel(agreement)
    await advance(35 * DAY)
    expect(await heardOf(agreementId)).toEqual(['activated', 'paid 8800'])
    await agreements.undo(agreement)
    await settle()
    expect(await heardOf(agreementId)).toEqual(['activated', 'paid 8800'])
    await advance(31 * DAY)
    expect(await heardOf(agreementId)).toEqual(['activated', 'paid 8800', 'paid 8800'])
  })

  test('declined: tried again after five days', async () => {
    const { agreementId } = await anActive('paypal', atOnce())
    await control(agreementId, { charges: 'decline' })
    await advance(32 * DAY)
    expect(await heardOf(agreementId)).toEqual(['activated', 'paid 8800', 'charge failed'])
    await control(agreementId, { charges: 'succeed' })
    await advance(5 * DAY)
    expect(await heardOf(agreementId)).toEqual(['activated', 'paid 8800', 'charge failed', 'paid 8800'])
    expect(await stateOf(agreementId)).toBe('active')
  })

  test('declined three times: given up, and ended', async () => {
    const { agreementId } = await anActive('paypal', atOnce())
    await control(agreementId, { charges: 'decline' })
    await advance(32 * DAY)
    await advance(5 * DAY)
    await advance(5 * DAY)
    await runDue()
    expect(await heardOf(agreementId)).toEqual([
      'activated',
      'paid 8800',
      'charge failed',
      'charge failed',
      'charge failed for good',
    ])
    expect(await stateOf(agreementId)).toBe('ended')
  })

  test('a charge of another amount is reviewed', async () => {
    const { agreementId } = await anActive('paypal')
    await control(agreementId, { charges: 'wrongAmount' })
    await advance(32 * DAY)
    expect(await ordersOf(agreementId)).toMatchObject([{ state: 'review', paid_cents: 8_700 }])
    expect(await heardOf(agreementId)).toEqual(['activated'])
  })

  test('without any callback: approval and charges are found by queries', async () => {
    const { agreementId, nextAction } = await start('paypal', atOnce())
    await choose(nextAction!.url, 'silent')
    await advance(1)
    await runDue()
    expect(await heardOf(agreementId)).toEqual(['activated', 'paid 8800'])
    await advance(33 * DAY)
    await runDue()
    expect(await heardOf(agreementId)).toEqual(['activated', 'paid 8800', 'paid 8800'])
  })

  test('every callback sent twice: each charge counts once', async () => {
    const { agreementId, nextAction } = await start('paypal', atOnce())
    await choose(nextAction!.url, 'double')
    await advance(1)
    await advance(32 * DAY)
    await advance(1)
    expect(await heardOf(agreementId)).toEqual(['activated', 'paid 8800', 'paid 8800'])
  })

  test('a charge is refunded at its sale, in part and whole', async () => {
    const { agreementId } = await anActive('paypal', atOnce())
    const orderId = (await ordersOf(agreementId))[0]!.order_id
    await payments.refund({ orderId, amountCents: 1_000, reason: 'asked', actor: 'test' })
    await runDue()
    expect(await ordersOf(agreementId)).toMatchObject([{ state: 'part_refunded' }])
    await payments.refund({ orderId, reason: 'asked', actor: 'test' })
    await runDue()
    expect(await ordersOf(agreementId)).toMatchObject([{ state: 'refunded' }])
  })

  test('approved after we gave it up: ended there, and its charge returned', async () => {
    const { agreementId, nextAction } = await start('paypal', atOnce())
    await advance(31)
    await runDue()
    expect(await stateOf(agreementId)).toBe('abandoned')
    owner.undeliverable = 'no such plan'
    await choose(nextAction!.url, 'approve')
    await settle()
    await runDue()
    expect(await heardOf(agreementId)).toEqual([])
    expect(await ordersOf(agreementId)).toMatchObject([{ state: 'refunded' }])
    expect(await (await fetch(`${sandbox.access.url}/mandates/${agreementId}`)).text()).toContain('<p>ended')
  })
})

test('agreements survive a restart of the sandbox', async () => {
  const { agreementId } = await anActive('paypal')
  const { access } = sandbox
  await sandbox.close()
  sandbox = await startSandbox({ file: join(folder, 'state.json'), port: Number(new URL(access.url).port) })
  sandbox.setService(hooks.url)
  await sandbox.setOffset(offsetMs)
  await advance(32 * DAY)
  expect(await heardOf(agreementId)).toEqual(['activated', 'paid 8800'])
})

test('its pages are safe from markup', async () => {
  const { nextAction } = await start('paypal', {
    planVersionId: 'x.1',
    name: { zh_HK: '<script>', en_US: '<b>' },
  })
  const page = await fetch(nextAction!.url)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const text = await page.text()
  expect(text).not.toContain('<script>')
  expect(text).toContain('&lt;script&gt;')
})
