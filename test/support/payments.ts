import type { PaymentKind } from '#contract/payments.ts'
import {
  type CallbackReport,
  createPayments,
  type MoneyMovement,
  type PaidOrder,
  type Product,
  type Wanted,
  type ProductRefund,
  type Refund,
} from '#server/domains/payments/index.ts'
import { createWebhooks } from '#server/domains/webhooks/index.ts'
import { type Db, sql } from '#server/kit/db.ts'
import { idleQueue } from '#server/kit/queue.ts'
import { createLog } from '#server/kit/log.ts'
import { formatItem as formatEnglish } from '#text/en_US/payments.ts'
import { formatItem as formatChinese } from '#text/zh_HK/payments.ts'
import { type AccountsApp, createTestAccounts } from './accounts.ts'
import { TestProvider } from './payment-provider.ts'

/** A product that counts what it delivers; its rows live in the transaction of the order. */
export class TestProduct implements Product {
  readonly name = 'credits'
  undeliverable: string | undefined
  failing = false
  reset(): void {
    this.undeliverable = undefined
    this.failing = false
    this.unspentCents = undefined
    this.returnedWhole.length = 0
  }

  /** Orders of which all that was paid is returned. */
  readonly returnedWhole: string[] = []

  /** Unspent cents of every delivered order, when a refund may take less than what was paid. */
  unspentCents: number | undefined
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  static async create(db: Db): Promise<TestProduct> {
    await sql`create table test_delivery (order_id text not null, what text not null, cents bigint not null)`.execute(
      db,
    )
    return new TestProduct(db)
  }

  async quote({ purposeId }: Wanted) {
    const credits = Number(/^credits-(\d+)$/.exec(purposeId)?.[1])
    if (!credits) return undefined
    return { amountCents: credits * 100, currency: 'HKD', item: { template: 'credits', params: { credits } } } as const
  }

  async onSettled(tx: Db, { orderId, paidCents }: PaidOrder) {
    if (this.undeliverable !== undefined) return { delivered: false, reason: this.undeliverable } as const
    await this.#record(tx, { orderId, what: 'delivered', cents: paidCents })
    if (this.failing) throw new Error('delivery failed')
    return { delivered: true } as const
  }

  async beforeRefund(tx: Db, { orderId }: PaidOrder, { amountCents }: Refund) {
    if (this.unspentCents !== undefined && this.unspentCents < amountCents) return { maxCents: this.unspentCents }
    await this.#record(tx, { orderId, what: 'held', cents: amountCents })
    return undefined
  }

  refundFailed = (tx: Db, { orderId }: PaidOrder, { amountCents }: Refund) =>
    this.#record(tx, { orderId, what: 'released', cents: amountCents })

  refunded = (tx: Db, { orderId }: PaidOrder, { amountCents, isWhole }: ProductRefund) => {
    if (isWhole) this.returnedWhole.push(orderId)
    return this.#record(tx, { orderId, what: 'returned', cents: amountCents })
  }

  chargedBack = (tx: Db, { orderId, paidCents }: PaidOrder) =>
    this.#record(tx, { orderId, what: 'charged back', cents: paidCents })

  /** What was recorded for an order, as `delivered 5000`. */
  async of(orderId: string): Promise<string[]> {
    const { rows } = await sql<{ what: string; cents: number }>`
      select what, cents from test_delivery where order_id = ${orderId} order by ctid`.execute(this.#db)
    return rows.map(({ what, cents }) => `${what} ${cents}`)
  }

  async #record(tx: Db, { orderId, what, cents }: { orderId: string; what: string; cents: number }): Promise<void> {
    await sql`insert into test_delivery values (${orderId}, ${what}, ${cents})`.execute(tx)
  }
}

export type PaymentsWorld = Awaited<ReturnType<typeof createPaymentsWorld>>

const PAGE = 'https://harbour.test/#/paypiont'

/** Payments over a new database, with providers in memory, one member, and the webhook inbox. */
export async function createPaymentsWorld() {
  const app: AccountsApp = await createTestAccounts()
  const { clock, db, messages } = app
  const paypal = new TestProvider('paypal', { capturing: true })
  const alipay = new TestProvider('alipay', { capturing: false })
  const product = await TestProduct.create(db)
  await sql`create table test_booking (cents bigint not null)`.execute(db)
  const differences: string[] = []
  const booked: (MoneyMovement & { way: string })[] = []
  const book = async (tx: Db, movement: MoneyMovement & { way: string }) => {
    booked.push(movement)
    const cents = movement.way === 'in' ? movement.amountCents : -movement.amountCents
    await sql`insert into test_booking values (${cents})`.execute(tx)
  }
  const log = createLog({ level: 'silent', role: 'test' })
  const masterKey = Buffer.alloc(32, 7)
  const read = (body: Buffer): CallbackReport => JSON.parse(body.toString()) as CallbackReport
  const paused = new Set<PaymentKind>()
  const payments = createPayments({
    db,
    clock,
    log,
    masterKey,
    messages,
    money: {
      received: (tx, movement) => book(tx, { way: 'in', ...movement }),
      returned: (tx, movement) => book(tx, { way: 'out', ...movement }),
      chargedBack: (tx, movement) => book(tx, { way: 'lost', ...movement }),
      returnedLate: (tx, movement) => book(tx, { way: 'late', ...movement }),
    },
    differences: async () => differences,
    providers: [paypal, alipay],
    callbacks: [
      {
        kinds: ['paypal', 'alipay'],
        provider: {
          name: 'bank',
          acknowledgement: { status: 200 },
          verify: ({ headers: { signature }, body }) => {
            if (signature === 'none') return { outcome: 'unsigned' }
            return signature === 'right' ? { outcome: 'verified', dedupKey: body.toString() } : { outcome: 'forged' }
          },
        },
        read,
      },
    ],
    products: () => [product],
    isBlocked: async () => false,
    isKindPaused: (kind) => paused.has(kind),
    itemName: (item, language) => (language === 'en_US' ? formatEnglish(item) : formatChinese(item)),
    seller: () => ({ zh_HK: '港映', en_US: 'Harbour' }),
    isReturnOrigin: (origin) => origin === 'https://harbour.test',
  })
  const webhooks = createWebhooks({ db, clock, log, masterKey, endpoints: payments.domainModule.webhooks ?? [] })
  let members = 0
  let member = await app.aMember()

  /** Empties the tables, restores the providers, and makes a new member. */
  async function reset(): Promise<void> {
    await sql`truncate payment_order, payment_evidence, payment_refund, payment_receipt, payment_pause, topup, topup_hold, test_delivery, test_booking, webhook_event cascade`.execute(
      db,
    )
    for (const one of [paypal, alipay, product]) one.reset()
    booked.length = 0
    paused.clear()
    member = await app.aMember(`9200${String(members++).padStart(4, '0')}`)
    // Messages are in the order of their times.
    clock.advance('PT1S')
  }

  const start = (change: Partial<Parameters<typeof payments.createOrder>[0]> = {}) =>
    payments.createOrder({
      accountId: member.accountId,
      language: 'en_US',
      purpose: 'credits',
      purposeId: 'credits-50',
      kind: 'paypal',
      amountCents: 5_000,
      continueUrl: PAGE,
      cancelUrl: PAGE,
      terminal: 'web',
      ...change,
    })

  /** Delivers a callback and processes the inbox. `signature`: right, wrong, or none (a hint). @returns the HTTP status */
  async function callback(report: CallbackReport & { nonce?: number }, signature = 'right') {
    const body = Buffer.from(JSON.stringify(report))
    const request = { url: 'https://harbour.test/hooks/bank', headers: { signature }, address: '203.0.113.9', body }
    const answer = await webhooks.receive('bank', request)
    await webhooks.processDue()
    return answer?.status
  }

  const orderRow = (orderId: string) =>
    db.selectFrom('payment_order').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow()

  const runDue = async () => {
    for (const { run } of payments.domainModule.scheduledTasks ?? []) await run({ queue: idleQueue, log })
  }

  return {
    ...app,
    payments,
    paypal,
    alipay,
    product,
    booked,
    paused,
    /** The cents that the provider holds for us, by what was booked and not undone. */
    bookedCents: async () => {
      const { rows } = await sql<{
        cents: number
      }>`select coalesce(sum(cents), 0)::bigint as cents from test_booking`.execute(db)
      return rows[0]!.cents
    },
    /** What the comparison with the books finds. */
    differences,
    reset,
    start,
    callback,
    orderRow,
    runDue,
    get member() {
      return member
    },
    get accountId() {
      return member.accountId
    },
  }
}
