import type { Delivery, SaleLine } from '#contract/goods.ts'
import { createLedger } from '#server/domains/ledger/index.ts'
import type { CallbackReport } from '#server/domains/payments/index.ts'
import { createSales } from '#server/domains/sales/index.ts'
import { openDb, sql } from '#server/kit/db.ts'
import { createLog } from '#server/kit/log.ts'
import { bookedCents } from './books.ts'
import { createTestAccounts } from './accounts.ts'
import { createBankPayments } from './bank-payments.ts'
import { importContent } from '#server/kit/content-import.ts'
import { contentOf, linesOf, said } from './content.ts'
import { silentWorker } from './ledger.ts'

const PAGE = 'https://harbour.test/#/special-sales'
const log = createLog({ level: 'silent', role: 'test' })

export const A_SALE = {
  kind: 'sale',
  saleId: 'winter',
  title: { zh_HK: '冬日影碟特賣', en_US: 'Winter disc sale' },
  startsAt: '2026-01-01T00:00:00+08:00',
  endsAt: '2026-12-06T23:59:59+08:00',
}
/** HK$228. */
export const someGoods = (goodsId: string, supplied: number, change: object = {}) => ({
  kind: 'goods',
  goodsId,
  saleId: 'winter',
  programId: 'night',
  medium: 'bluray',
  name: { zh_HK: '夜渡鯉魚門', en_US: 'Night Crossing' },
  price: 228,
  supplied,
  ...change,
})
export const A_LOCKER = {
  kind: 'locker',
  lockerCode: 'H852-07',
  region: 'HK',
  district: { zh_HK: '沙田', en_US: 'Sha Tin' },
  address: { zh_HK: '城門河畔路 8 號', en_US: '8 Riverside Road' },
}
export const A_ZONE = { kind: 'freight', zoneId: 'europe', countries: ['GB', 'FR'], first: 120, further: 30 }

export const TO = { recipient: '陳子晴', phone: '+85291234567', address: '沙田城門河畔路 8 號' }
export const PICKUP: Delivery = { ...TO, method: 'pickup', lockerCode: 'H852-07' }
export const OVERSEAS: Delivery = { ...TO, method: 'overseas', country: 'GB', postcode: 'N1 9GU' }

export type SalesWorld = Awaited<ReturnType<typeof createSalesWorld>>
type Ordering = { accountId?: string; to?: Delivery; amountCents?: number; kind?: 'wechat' | 'paypal' }

/** Sales over a new database, with payments and their providers in memory, and the title `night`. */
export async function createSalesWorld({ connections = 5 }: { connections?: number } = {}) {
  const app = await createTestAccounts({ personalData: () => [sales, payments].map(dataOf) })
  const { clock, messages, url } = app
  const handle = openDb({ url, max: connections, onError: () => undefined })
  const { db } = handle
  const ledger = createLedger({ db, clock })
  const masterKey = Buffer.alloc(32, 7)
  const sales = createSales({ db, clock, log, masterKey, messages })
  const content = contentOf({ db, clock, parts: [sales.domainModule.content!] })
  const { payments, wechat, paypal } = createBankPayments({
    db,
    clock,
    messages,
    ledger,
    products: () => [sales.product],
  })
  await sql`
    insert into title (program_id, program_type, classify, title_zh, title_en, restriction, vod_types, release_year,
      keyart_image, created_at, updated_at)
    values ('night', 'movie', 'movie', '夜渡鯉魚門', 'Night Crossing', 'IIA', '{FREE TO WATCH}', 2026, 'abc/night.webp',
      ${clock.now()}, ${clock.now()})`.execute(db)
  let members = 0
  const aMember = async () => (await app.aMember(`96${String(members++).padStart(6, '0')}`)).accountId
  const buyer = await aMember()

  /** Imports records. @returns what it did */
  const put = async (...entries: object[]) =>
    said(await importContent(content, { content: linesOf(entries), file: 'test', actor: 'operator:ann' }))

  /** Begins the payment of units of HK$228 each; the freight must be in `amountCents`. @returns its id */
  async function order(lines: readonly SaleLine[], { accountId = buyer, to = PICKUP, ...change }: Ordering = {}) {
    clock.advance('PT0.001S')
    const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
    const { orderId } = await payments.createOrder({
      accountId,
      language: 'en_US',
      purpose: 'sale',
      purposeId: 'winter',
      kind: change.kind ?? 'wechat',
      amountCents: change.amountCents ?? units * 22_800,
      continueUrl: PAGE,
      cancelUrl: PAGE,
      terminal: 'web',
      details: { sale: { lines, to } },
    })
    return orderId
  }

  /** The payer agrees, and comes back. */
  async function pay(orderId: string, accountId = buyer): Promise<void> {
    for (const one of [wechat, paypal]) if (one.orders.has(orderId)) one.approve(orderId)
    await payments.returned({ accountId, orderId })
  }

  async function buy(lines: readonly SaleLine[], change: Ordering = {}): Promise<string> {
    const orderId = await order(lines, change)
    await pay(orderId, change.accountId)
    return orderId
  }

  /** Units of goods: supplied, sold, held. */
  async function units(goodsId: string): Promise<readonly [supplied: number, sold: number, held: number]> {
    const row = await db.selectFrom('goods').selectAll().where('goods_id', '=', goodsId).executeTakeFirstOrThrow()
    return [row.supplied, row.sold, row.held]
  }

  const state = async (orderId: string) => {
    const row = await db.selectFrom('sale_order').selectAll().where('order_id', '=', orderId).executeTakeFirst()
    return row?.state
  }

  const books = (...orderIds: string[]) => bookedCents(db, ...orderIds)

  const modules = [payments.domainModule, sales.domainModule]
  const runDue = async () => {
    for (const { run } of modules.flatMap(({ scheduledTasks = [] }) => scheduledTasks)) await run(silentWorker)
  }

  /** Hands a verified callback to payments. */
  async function handleCallback(said: CallbackReport): Promise<void> {
    const [hook] = payments.domainModule.webhooks ?? []
    const body = Buffer.from(JSON.stringify(said))
    await hook!.process({ body, receivedAt: clock.now(), signal: new AbortController().signal })
  }

  const notices = async (accountId = buyer) =>
    (await messages.list({ accountId, language: 'en_US', page: 1, pageSize: 50 })).list.map(({ title }) => title)

  return {
    ...app,
    db,
    ledger,
    sales,
    content,
    payments,
    wechat,
    paypal,
    buyer,
    aMember,
    put,
    order,
    pay,
    buy,
    units,
    state,
    books,
    runDue,
    handleCallback,
    notices,
    async close() {
      await handle.close()
      await app.close()
    },
  }
}

const dataOf = ({ domainModule }: { domainModule: { personalData?: unknown } }) => domainModule.personalData as never
