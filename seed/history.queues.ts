import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Delivery } from '#contract/goods.ts'
import type { Contact } from '#server/domains/contact/index.ts'
import { post } from '#server/domains/ledger/index.ts'
import type { Sales } from '#server/domains/sales/index.ts'
import type { Tx } from '#server/kit/db.ts'
import { type HistoryTexts, momentOf, type Random, randomFrom, UNPAID_DAYS } from './history.plan.ts'

/** What waits for operators, and what they have done: cases and deliveries of the demo's weeks. */

/** What a member wrote to the operators. */
export type PlannedCase = HistoryTexts['cases'][number] & { readonly member: number; readonly at: Temporal.Instant }

/** Goods that a member bought: of the sale the nth, to the nth locker. */
export interface PlannedDelivery {
  readonly member: number
  readonly at: Temporal.Instant
  readonly goods: number
  readonly quantity: number
  readonly locker: number
  /** Days after it was paid; undefined: it waits. */
  readonly sentDays?: number
  readonly deliveredDays?: number
}

const DELIVERIES = 9
/** The oldest of them are delivered, some are on their way. */
const [DELIVERED, SENT] = [3, 5]
const WRITTEN_DAYS = 9

function casesOf(random: Random, now: Temporal.Instant, { cases, members }: HistoryTexts): PlannedCase[] {
  return cases.map((one) => ({
    ...one,
    member: random.whole(0, members.length - 1),
    at: momentOf(random, now, one.answer === undefined ? random.whole(1, 3) : random.whole(4, WRITTEN_DAYS)),
  }))
}

function deliveriesOf(random: Random, now: Temporal.Instant, { members }: HistoryTexts): PlannedDelivery[] {
  return Array.from({ length: DELIVERIES }, (_, n) => ({
    member: (n * 2) % members.length,
    at: momentOf(random, now, n < SENT ? random.whole(10, 16) : random.whole(UNPAID_DAYS + 1, 8)),
    goods: random.whole(0, 9),
    quantity: random.is(0.25) ? 2 : 1,
    locker: random.whole(0, 9),
    ...(n < SENT && { sentDays: random.whole(1, 3) }),
    ...(n < DELIVERED && { deliveredDays: random.whole(4, 6) }),
  }))
}

export interface PlannedQueues {
  readonly cases: readonly PlannedCase[]
  readonly deliveries: readonly PlannedDelivery[]
}

/** By a number of its own, so that the rest of a history stays as it was. */
export function planQueues(given: { seed: number; now: Temporal.Instant; texts: HistoryTexts }): PlannedQueues {
  const { seed, now, texts } = given
  const random = randomFrom(seed + 1)
  return { cases: casesOf(random, now, texts), deliveries: deliveriesOf(random, now, texts) }
}

interface Member {
  readonly accountId: string
  readonly number: string
  readonly name: string
  readonly language: 'zh_HK' | 'en_US'
}

export interface QueueDomains {
  readonly contact: Pick<Contact, 'past'>
  readonly sales: Pick<Sales, 'past'>
}

const mailOf = ({ number }: Member): string => `member${number.slice(-3)}@demo.invalid`

/** Written by the domains themselves, with the times of the past: sealed, booked and taken from stock as any other. */
export async function writeQueues(
  tx: Tx,
  { contact, sales }: QueueDomains,
  { queues, members }: { queues: PlannedQueues; members: readonly Member[] },
): Promise<void> {
  for (const one of queues.cases) await writeCase(tx, contact, { ...one, from: members[one.member]! })
  const shop = await readShop(tx)
  if (!shop) return
  const bought = queues.deliveries.toSorted((one, other) => Temporal.Instant.compare(one.at, other.at))
  for (const one of bought) await writeDelivery(tx, sales, { ...one, shop, from: members[one.member]! })
}

async function writeCase(
  tx: Tx,
  contact: QueueDomains['contact'],
  given: PlannedCase & { from: Member },
): Promise<void> {
  const { from, theme, kind, text, answer, at } = given
  const { name, number, accountId } = from
  const language = /^[ -~]/.test(text) ? 'en_US' : 'zh_HK'
  const written = { name, phone: number, email: mailOf(from), content: text, accountId, language, theme, kind } as const
  const caseNumber = await contact.past(at).create(tx, { ...written, operatorId: null })
  if (answer === undefined) return
  await contact.past(at.add({ hours: 20 })).answer(tx, { caseNumber, text: answer })
}

interface Shop {
  readonly saleId: string
  readonly goods: readonly {
    readonly goodsId: string
    readonly name: object
    readonly medium: string
    readonly cents: number
  }[]
  readonly lockers: readonly string[]
}

/** Undefined where nothing is sold. Goods of which few are left stay on sale. */
async function readShop(tx: Tx): Promise<Shop | undefined> {
  const { rows: goods } = await sql<Shop['goods'][number] & { saleId: string }>`
    select g.goods_id as "goodsId", g.sale_id as "saleId", jsonb_build_object('zh_HK', g.name_zh, 'en_US', g.name_en) as name,
      g.medium, g.amount_cents as cents
    from goods g join sale s using (sale_id)
    where not g.withdrawn and not s.withdrawn and g.supplied - g.sold - g.held >= ${SPARE} order by g.position`.execute(
    tx,
  )
  const { rows: lockers } = await sql<{ code: string }>`
    select locker_code as code from locker where not withdrawn order by locker_code`.execute(tx)
  const [first] = goods
  if (!first || lockers.length === 0) return undefined
  const { saleId } = first
  return { saleId, goods: goods.filter((one) => one.saleId === saleId), lockers: lockers.map(({ code }) => code) }
}

const SPARE = 20
const PROVIDER = 'payme'
const CURRENCY = 'HKD'

type Bought = PlannedDelivery & { readonly shop: Shop; readonly from: Member }

async function writeDelivery(tx: Tx, sales: QueueDomains['sales'], bought: Bought): Promise<void> {
  const { shop, from, at, quantity, sentDays, deliveredDays } = bought
  const { goodsId, name, medium, cents } = shop.goods[bought.goods % shop.goods.length]!
  const orderId = randomBytes(16).toString('hex')
  const amountCents = cents * quantity
  const paidAt = at.add({ seconds: 52 })
  const { saleId } = shop
  const item = { template: 'sale', params: { name, units: quantity, things: 1, medium } }
  await sql`
    insert into payment_order (order_id, account_id, purpose, purpose_id, ordinal, kind, sandbox, state, amount_cents, currency, item,
      language, terminal, continue_url, cancel_url, created_at, expires_at, payment_reference, paid_cents, paid_currency, paid_at, delivered_at)
    values (${orderId}, ${from.accountId}, 'sale', ${saleId},
      (select count(*)::int + 1 from payment_order where account_id = ${from.accountId} and purpose = 'sale' and purpose_id = ${saleId}),
      ${PROVIDER}, true, 'paid', ${amountCents}, ${CURRENCY}, ${JSON.stringify(item)}::jsonb, ${from.language}, 'web', '', '', ${at},
      ${at.add({ minutes: 15 })}, ${`demo-${orderId.slice(0, 12)}`}, ${amountCents}, ${CURRENCY}, ${paidAt}, ${paidAt})`.execute(
    tx,
  )
  await sql`
    insert into payment_evidence (order_id, seq, at, source, event, from_state, to_state, amount_cents, currency, reference)
    values (${orderId}, 1, ${paidAt}, 'callback', 'covered', 'pending', 'paid', ${amountCents}, ${CURRENCY}, null)`.execute(
    tx,
  )
  await post(tx, {
    kind: 'payment',
    actor: 'system',
    subject: orderId,
    at: paidAt,
    idempotencyKey: `payment:${orderId}`,
    entries: [
      { account: `provider:${PROVIDER}`, commodity: 'HKD_CENT', amount: amountCents },
      { account: 'payments_received', commodity: 'HKD_CENT', amount: -amountCents },
    ],
  })
  const lockerCode = shop.lockers[bought.locker % shop.lockers.length]!
  const to: Delivery = { method: 'pickup', recipient: from.name, phone: from.number, address: '', lockerCode }
  const order = { orderId, accountId: from.accountId, purposeId: saleId, amountCents }
  const { product } = sales.past(at)
  await product.details!.keep(tx, order as never, { sale: { lines: [{ goodsId, quantity }], to } })
  const paid = { ...order, paidAt, settledAt: paidAt, paidCents: amountCents }
  await product.onSettled(tx, paid as never)
  const after = (days: number) => sales.past(at.add({ hours: days * 24 })).deliveries
  if (sentDays !== undefined)
    await after(sentDays).send(tx, { orderId, reference: `SF${orderId.slice(0, 10).toUpperCase()}` })
  if (deliveredDays !== undefined) await after(deliveredDays).deliver(tx, orderId)
}
