import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentKind } from '#contract/payments.ts'
import { createLedger } from '#server/domains/ledger/index.ts'
import { createPayments, type Payments } from '#server/domains/payments/index.ts'
import { createTopups } from '#server/domains/topups/index.ts'
import { createWebhooks, type Webhooks } from '#server/domains/webhooks/index.ts'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/kit/log.ts'
import { idleQueue } from '#server/kit/queue.ts'
import { formatPaymentItem } from '#server/jobs/payments.presenter.ts'
import { createMoneyBook } from '#server/money-book.ts'
import { openPaymentProviders } from '#server/payment-providers.ts'
import { type Sandbox, startSandbox } from '../src/sandbox/sandbox.ts'
import { type AccountsApp, createTestAccounts } from './support/accounts.ts'

const PAGE = 'http://localhost:8080/?from=payment#/paypiont'
const MASTER_KEY = Buffer.alloc(32, 7)

let app: AccountsApp
let folder: string
let sandbox: Sandbox
let payments: Payments
let webhooks: Webhooks
let hooks: Server
/** Status of each callback that was received. */
let received: number[]
let accountId: string
let members = 0
/** How far the clocks have been moved. */
let offsetMs = 0

beforeAll(async () => {
  app = await createTestAccounts()
  folder = await mkdtemp(join(tmpdir(), 'harbour-sandbox-'))
  sandbox = await startSandbox({ file: join(folder, 'state.json') })
  const { db, clock, messages } = app
  clock.set(Temporal.Now.instant())
  const log = createLog({ level: 'silent', role: 'test' })
  const topups = createTopups({ clock, voidPaidFrom: async () => {}, isTelecomPartner: async () => false })
  payments = createPayments({
    db,
    clock,
    log,
    messages,
    masterKey: MASTER_KEY,
    money: createMoneyBook(log),
    ...openPaymentProviders(readConfig({}), sandbox.access),
    purposes: () => [topups.purpose],
    itemName: formatPaymentItem,
    seller: { zh_HK: '港映', en_US: 'Harbour' },
    isReturnOrigin: (origin) => origin === 'http://localhost:8080',
  })
  const endpoints = payments.capability.webhooks ?? []
  webhooks = createWebhooks({ db, clock, log, masterKey: MASTER_KEY, endpoints })
  hooks = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const url = request.url ?? ''
      const answer = await webhooks.receive(url.split('/').at(-1)!, { url, headers, body: Buffer.concat(chunks) })
      received.push(answer?.status ?? 404)
      response.writeHead(answer?.status ?? 404).end(answer?.body)
    })()
  })
  await new Promise<void>((resolve) => hooks.listen(0, '127.0.0.1', resolve))
  sandbox.setService(`http://127.0.0.1:${(hooks.address() as AddressInfo).port}`)
})
afterAll(async () => {
  await sandbox.close()
  hooks.closeAllConnections()
  hooks.close()
  await app.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  received = []
  ;({ accountId } = await app.aMember(`9300${String(members++).padStart(4, '0')}`))
})

const start = (kind: PaymentKind, terminal: 'web' | 'wap' = 'web') =>
  payments.createOrder({
    accountId,
    language: 'en_US',
    purpose: 'credits',
    purposeId: 'credits-100',
    kind,
    amountCents: 10_000,
    continueUrl: PAGE,
    cancelUrl: PAGE,
    terminal,
  })

/** The payer chooses on the provider's page. @returns where the browser is sent */
async function choose(url: string, choice: string): Promise<string | null> {
  const page = await fetch(url)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('100 credits')
  const answer = await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ choice }) })
  return answer.headers.get('location')
}

/** Moves both clocks; the sandbox delivers what is due, the service does what is due. */
async function advance(minutes: number): Promise<void> {
  offsetMs += minutes * 60_000
  app.clock.advance(`PT${minutes}M`)
  await settle()
}

async function settle(): Promise<void> {
  await sandbox.setOffset(offsetMs)
  await webhooks.processDue()
  await sandbox.setOffset(offsetMs)
  await webhooks.processDue()
}

const runDue = async () => {
  for (const { run } of payments.capability.dueWork ?? []) {
    await run({ queue: idleQueue, log: createLog({ level: 'silent', role: 'test' }) })
  }
}
const statusOf = async (orderId: string) => (await payments.status({ accountId, language: 'en_US', orderId })).status
const creditsOf = async () => {
  const { spendable } = await createLedger({ db: app.db, clock: app.clock }).balance(accountId)
  return spendable.reduce((sum, { amount }) => sum + amount, 0)
}
/** The cents of each ledger account that belong to an order. */
async function bookedFor(orderId: string): Promise<Record<string, number>> {
  const rows = await app.db
    .selectFrom('posting')
    .innerJoin('transfer', 'transfer.transfer_id', 'posting.transfer_id')
    .select(({ fn }) => ['ledger_account', fn.sum<string>('amount').as('cents')])
    .where('subject', '=', orderId)
    .where('commodity', '=', 'HKD_CENT')
    .groupBy('ledger_account')
    .execute()
  return Object.fromEntries(
    rows.map(({ ledger_account, cents }) => [ledger_account, Number(cents)]).filter(([, n]) => n !== 0),
  )
}

/** How the kinds differ. */
const KINDS = [
  { kind: 'paypal', other: 'alipay', type: 'redirect', returns: true },
  { kind: 'alipay', other: 'paypal', type: 'qr', returns: true },
  // Only success is told, a refund takes a minute, and an order is closed after five minutes at the earliest.
  { kind: 'wechat', other: 'paypal', type: 'qr', returns: false, minutes: { declined: 1, refunded: 2, closable: 6 } },
  // Its callbacks are not signed: they only have it asked.
  { kind: 'payme', other: 'paypal', type: 'qr', returns: true, isUnsigned: true },
] as const satisfies Kind[]

interface Kind {
  readonly kind: PaymentKind
  readonly other: PaymentKind
  readonly type: 'redirect' | 'qr'
  /** There is a page, and the browser returns from it; otherwise only a QR code. */
  readonly returns: boolean
  readonly isUnsigned?: boolean
  readonly minutes?: { readonly declined: number; readonly refunded: number; readonly closable: number }
}

describe.each<Kind>(KINDS)('$kind', ({ kind, other, type, returns, isUnsigned, minutes }) => {
  const urlOf = ({ nextAction }: Awaited<ReturnType<typeof start>>) => (returns ? nextAction!.url : nextAction!.qrText!)
  const wait = async (span?: number) => {
    await (span === undefined ? settle() : advance(span))
    await runDue()
  }

  test('success: paid by its callback, credited, booked, and the payer returns', async () => {
    const order = await start(kind)
    expect(order.nextAction).toMatchObject({ type })
    const location = await choose(urlOf(order), 'approve')
    if (returns) expect(location).toMatch(/^http:\/\/localhost:8080\/\?from=payment.*#\/paypiont$/)
    else expect(location).toBeNull()
    await wait()
    expect(received.every((status) => status === 200)).toBe(true)
    expect(await statusOf(order.orderId)).toBe('paid')
    expect(await creditsOf()).toBe(100)
    expect(await bookedFor(order.orderId)).toEqual({ [`provider:${kind}`]: 10_000, deferred_credits: -10_000 })
  })

  test('decline: failed, nothing credited', async () => {
    const order = await start(kind)
    await choose(urlOf(order), 'decline')
    await wait(minutes?.declined)
    expect(await statusOf(order.orderId)).toBe('failed')
    expect(await creditsOf()).toBe(0)
  })

  test('abandoned: expired after the provider’s time', async () => {
    const order = await start(kind)
    await advance(240)
    await runDue()
    expect(await statusOf(order.orderId)).toBe('expired')
  })

  test('late: paid once the provider has completed it', async () => {
    const order = await start(kind)
    await choose(urlOf(order), 'delay')
    await settle()
    expect(await statusOf(order.orderId)).toBe('pending')
    await wait(11)
    expect(await statusOf(order.orderId)).toBe('paid')
    expect(await creditsOf()).toBe(100)
  })

  test('no callback: paid by a query after a minute', async () => {
    const order = await start(kind)
    await choose(urlOf(order), 'silent')
    await settle()
    expect(received).toEqual([])
    await advance(1)
    await runDue()
    expect(await statusOf(order.orderId)).toBe('paid')
  })

  test('callbacks sent twice credit once', async () => {
    const order = await start(kind)
    await choose(urlOf(order), 'double')
    await wait(1)
    await wait(1)
    expect(received.length).toBeGreaterThan(1)
    expect(await creditsOf()).toBe(100)
    expect(await statusOf(order.orderId)).toBe('paid')
  })

  test('another amount is reviewed and not credited', async () => {
    const order = await start(kind)
    await choose(urlOf(order), 'wrongAmount')
    await wait()
    const row = await app.db
      .selectFrom('payment_order')
      .select(['state', 'paid_cents'])
      .where('order_id', '=', order.orderId)
      .executeTakeFirst()
    expect(row).toEqual({ state: 'review', paid_cents: 9_900 })
    expect(await creditsOf()).toBe(0)
    expect(await bookedFor(order.orderId)).toEqual({ [`provider:${kind}`]: 9_900, payments_received: -9_900 })
  })

  test('a forged callback is refused, or of no effect where none is signed', async () => {
    const order = await start(kind)
    await choose(urlOf(order), 'forged')
    await wait()
    expect(received).toEqual([isUnsigned ? 200 : 403])
    expect(await statusOf(order.orderId)).toBe('pending')
  })

  test('the browser’s return is enough when callbacks are late', async () => {
    const order = await start(kind)
    await choose(urlOf(order), 'silent')
    expect(await payments.returned({ accountId, orderId: order.orderId })).toMatchObject({ state: 'paid' })
  })

  test('refunds: in part, then the rest; credits and books follow', async () => {
    const order = await start(kind)
    await choose(urlOf(order), 'approve')
    await wait()
    const { orderId } = order
    await payments.refund({ orderId, amountCents: 2_500, reason: 'asked', actor: 'test' })
    expect(await creditsOf()).toBe(75)
    await runDue()
    await wait(minutes?.refunded)
    expect(await bookedFor(orderId)).toEqual({ [`provider:${kind}`]: 7_500, deferred_credits: -7_500 })
    await payments.refund({ orderId, reason: 'asked', actor: 'test' })
    await runDue()
    await wait(minutes?.refunded)
    expect(await statusOf(orderId)).toBe('refunded')
    expect(await creditsOf()).toBe(0)
    expect(await bookedFor(orderId)).toEqual({})
  })

  test('another kind closes the order: its page takes no payment any more', async () => {
    const order = await start(kind)
    if (minutes) await advance(minutes.closable)
    const next = await start(other)
    expect(await statusOf(order.orderId)).toBe('expired')
    expect(await statusOf(next.orderId)).toBe('pending')
    // PayPal’s order can still be approved, and is never captured.
    if (kind === 'paypal') await choose(urlOf(order), 'approve')
    else expect((await fetch(urlOf(order))).status).toBe(410)
    await settle()
    expect(await creditsOf()).toBe(0)
  })
})

describe('wechat', () => {
  test('an order of less than five minutes stays open when another kind is chosen, and is paid once', async () => {
    const order = await start('wechat')
    await expect(start('paypal')).rejects.toThrow('PAYMENT_NOT_STARTED')
    expect(await statusOf(order.orderId)).toBe('pending')
    await choose(order.nextAction!.qrText!, 'approve')
    await settle()
    expect(await statusOf(order.orderId)).toBe('paid')
    // The payer's other tab is told that it is paid.
    expect(await creditsOf()).toBe(100)
  })
})

test.each(['alipay', 'payme'] as const)('a phone gets an app link for %s', async (kind) => {
  expect((await start(kind, 'wap')).nextAction).toMatchObject({ type: 'app' })
})

test('the QR code opens a page that pays without returning', async () => {
  const order = await start('alipay')
  expect(await choose(order.nextAction!.qrText!, 'approve')).toBeNull()
  await settle()
  expect(await statusOf(order.orderId)).toBe('paid')
})

test('its pages name what is bought, and are safe from markup', async () => {
  const page = await fetch((await start('paypal')).nextAction!.url)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('credits bought expire a year later', async () => {
  const order = await start('alipay')
  await choose(order.nextAction!.url, 'approve')
  await settle()
  const { spendable } = await createLedger({ db: app.db, clock: app.clock }).balance(accountId)
  const now = app.clock.now().toZonedDateTimeISO('Asia/Hong_Kong')
  expect(spendable).toMatchObject([{ bucket: 'recharged', amount: 100 }])
  expect(spendable[0]!.expiresAt.epochMilliseconds).toBeLessThanOrEqual(now.add({ years: 1 }).epochMilliseconds)
  expect(spendable[0]!.expiresAt.epochMilliseconds).toBeGreaterThan(now.add({ days: 364 }).epochMilliseconds)
})
