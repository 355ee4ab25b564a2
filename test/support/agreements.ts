import type { RenewingKind } from '#contract/plans.ts'
import {
  type Agreement,
  type AgreementOwner,
  type AgreementTerms,
  createAgreements,
  type MandateNotice,
} from '#server/domains/agreements/index.ts'
import type { Order, PaidOrder, Product } from '#server/domains/payments/index.ts'
import { createPayments } from '#server/domains/payments/index.ts'
import { createWebhooks } from '#server/domains/webhooks/index.ts'
import { type Db, sql } from '#server/kit/db.ts'
import { createLog } from '#server/kit/log.ts'
import { idleQueue } from '#server/kit/queue.ts'
import { formatItem } from '#text/en_US/payments.ts'
import { createTestAccounts } from './accounts.ts'
import { TestProvider } from './payment-provider.ts'
import { agreementTerms } from './mandates.ts'
import { TestPullProvider, TestPushProvider } from './mandate-provider.ts'

const PAGE = 'https://harbour.test/#/monthlyfee'

/** An owner and a product that write down what they hear; their rows live in the transaction of the agreement or the order. */
export class TestOwner implements AgreementOwner, Product {
  readonly name = 'renewal'
  refusal: 'TRIAL_USED' | 'HAS_PLAN' | undefined
  undeliverable: string | undefined
  /** The hook throws: the transaction is undone, as by a crash. */
  failing = false
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  static async create(db: Db): Promise<TestOwner> {
    await sql`create table test_heard (
      place bigint generated always as identity, subject text not null, what text not null)`.execute(db)
    return new TestOwner(db)
  }

  reset(): void {
    this.refusal = undefined
    this.undeliverable = undefined
    this.failing = false
  }

  async onActivated(tx: Db, { agreementId, payerReference }: Agreement) {
    await this.#record(tx, agreementId, `activated ${payerReference}`)
    if (this.refusal) return { accepted: false, reason: this.refusal } as const
    return { accepted: true } as const
  }

  onRevoked = (tx: Db, { agreementId }: Agreement) => this.#record(tx, agreementId, 'revoked')

  onChargeFailed = (tx: Db, { agreementId }: Agreement, { isFinal }: { isFinal: boolean }) =>
    this.#record(tx, agreementId, isFinal ? 'charge failed for good' : 'charge failed')

  quote = async () => undefined

  async onSettled(tx: Db, { purposeId, paidCents }: PaidOrder) {
    if (this.undeliverable !== undefined) return { delivered: false, reason: this.undeliverable } as const
    await this.#record(tx, purposeId.split('.')[0]!, `paid ${paidCents}`)
    return { delivered: true } as const
  }

  onFailed = (tx: Db, { purposeId, ordinal }: Order) =>
    this.#record(tx, purposeId.split('.')[0]!, `attempt ${ordinal} failed`)

  beforeRefund = async () => undefined
  refundFailed = async () => undefined
  refunded = async () => undefined
  chargedBack = async () => undefined

  /** What was heard of an agreement, in order. */
  async of(agreementId: string): Promise<string[]> {
    const { rows } = await sql<{ what: string }>`
      select what from test_heard where subject = ${agreementId} order by place`.execute(this.#db)
    return rows.map(({ what }) => what)
  }

  async #record(tx: Db, subject: string, what: string): Promise<void> {
    await sql`insert into test_heard (subject, what) values (${subject}, ${what})`.execute(tx)
    if (this.failing) throw new Error('the owner failed')
  }
}

export type AgreementsWorld = Awaited<ReturnType<typeof createAgreementsWorld>>

/** Agreements over a new database, with providers in memory, one member, and the webhook inbox. */
export async function createAgreementsWorld() {
  const app = await createTestAccounts()
  const { clock, db, messages } = app
  const paypal = new TestProvider('paypal', { capturing: true })
  const alipay = new TestProvider('alipay', { capturing: false })
  const push = new TestPushProvider()
  const pull = new TestPullProvider(alipay, () => clock.now())
  const owner = await TestOwner.create(db)
  const log = createLog({ level: 'silent', role: 'test' })
  const masterKey = Buffer.alloc(32, 7)
  const isReturnOrigin = (origin: string) => origin === 'https://harbour.test'
  const payments = createPayments({
    db,
    clock,
    log,
    masterKey,
    messages,
    money: {
      received: async () => {},
      returned: async () => {},
      chargedBack: async () => {},
      returnedLate: async () => {},
    },
    differences: async () => [],
    providers: [paypal, alipay],
    callbacks: [],
    products: () => [owner],
    isBlocked: async () => false,
    itemName: formatItem,
    seller: () => ({ zh_HK: '港映', en_US: 'Harbour' }),
    isReturnOrigin,
  })
  const callbacks = ([push, pull] as const).map(({ kind }) => ({
    kind,
    provider: {
      name: kind,
      acknowledgement: { status: 200 },
      verify: ({ headers, body }: { headers: Readonly<Record<string, string | undefined>>; body: Buffer }) =>
        headers.signature === 'right'
          ? ({ outcome: 'verified', dedupKey: body.toString() } as const)
          : ({ outcome: 'forged' } as const),
    },
    read: (body: Buffer) => JSON.parse(body.toString()) as MandateNotice,
  }))
  const paused = new Set<RenewingKind>()
  const agreements = createAgreements({
    db,
    clock,
    log,
    masterKey,
    payments,
    providers: [push, pull],
    callbacks,
    owner: () => owner,
    isReturnOrigin,
    isKindPaused: (kind) => paused.has(kind),
  })
  const endpoints = agreements.domainModule.webhooks ?? []
  const webhooks = createWebhooks({ db, clock, log, masterKey, endpoints })
  let members = 0
  let member = await app.aMember()

  async function reset(): Promise<void> {
    await sql`truncate agreement, agreement_catalogue, payment_order, payment_evidence, payment_refund, payment_receipt, payment_pause, topup, topup_hold, test_heard, webhook_event cascade`.execute(
      db,
    )
    for (const one of [paypal, alipay, push, pull, owner]) one.reset()
    paused.clear()
    member = await app.aMember(`9400${String(members++).padStart(4, '0')}`)
  }

  const terms = (change: Partial<AgreementTerms> = {}) => agreementTerms(clock.now(), change)

  type Request = Parameters<typeof agreements.start>[0]
  const start = ({
    terms: changed,
    ...change
  }: Partial<Omit<Request, 'terms'>> & { terms?: Partial<AgreementTerms> } = {}) =>
    agreements.start({
      accountId: member.accountId,
      kind: 'paypal',
      terms: terms(changed),
      language: 'en_US',
      terminal: 'web',
      continueUrl: PAGE,
      cancelUrl: PAGE,
      ...change,
    })

  /** Delivers a callback and processes the inbox. @returns the HTTP status */
  let callbacksSent = 0
  async function callback(kind: 'paypal' | 'alipay', notice: MandateNotice & { sent?: number }, signature = 'right') {
    // Equal ones would be one.
    const body = Buffer.from(JSON.stringify({ sent: callbacksSent++, ...notice }))
    const answer = await webhooks.receive(kind, { url: '/', headers: { signature }, address: '203.0.113.9', body })
    await webhooks.processDue()
    return answer?.status
  }

  const row = (agreementId: string) =>
    db.selectFrom('agreement').selectAll().where('agreement_id', '=', agreementId).executeTakeFirstOrThrow()

  const runDue = async () => {
    for (const { run } of [
      ...(agreements.domainModule.scheduledTasks ?? []),
      ...(payments.domainModule.scheduledTasks ?? []),
    ])
      await run({ queue: idleQueue, log })
  }

  /** A member with an active agreement. */
  async function anActive(kind: 'paypal' | 'alipay') {
    const { agreementId } = await start({ kind })
    if (kind === 'paypal') {
      push.approve(agreementId)
      await callback('paypal', { providerReference: `paypal-${agreementId}` })
    } else await callback('alipay', { agreementId, mandateCode: { code: pull.approve(agreementId) } })
    return (await agreements.find(member.accountId, agreementId))!
  }

  const find = async (agreementId: string) => (await agreements.find(member.accountId, agreementId))!

  return {
    ...app,
    agreements,
    payments,
    webhooks,
    paypal,
    alipay,
    push,
    pull,
    owner,
    paused,
    reset,
    terms,
    start,
    callback,
    row,
    runDue,
    anActive,
    find,
    get accountId() {
      return member.accountId
    },
    get member() {
      return member
    },
  }
}
