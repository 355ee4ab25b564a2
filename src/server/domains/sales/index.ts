/**
 * Special sales: goods with their stock, orders of them, and their deliveries. Owns the tables sale, goods, locker, freight_zone,
 * sale_order, sale_line, goods_notice. Never takes or returns money: payments does, with the product of this domain.
 */
import type { Language } from '#contract/languages.ts'
import { KEPT_DAYS } from '#contract/validity.ts'
import { clockAt } from '#server/kit/clock.ts'
import { inTransaction, type Db } from '#server/kit/db.ts'
import type { DomainModule, Person } from '../domain-module.ts'
import { createAddresses } from './addresses.ts'
import { isEmpty } from './goods-import.repo.ts'
import { deleteNotices, findNotices } from './goods.repo.ts'
import { countToSend, eraseAddresses, findOverHeld, hasUnsent, unlinkGoodsOrders } from './goods-orders.repo.ts'
import { freeUnits, goodsProduct } from './goods-orders.service.ts'
import type { SalesDeps } from './ports.ts'
import { createSaleLists } from './sale-lists.service.ts'
import { createDeliveries, createOperatorDeliveries } from './deliveries.service.ts'
import { goodsContent } from './goods-import.service.ts'
import type { Generated } from 'kysely'
import type { DeliveryMethod, Medium } from '#contract/goods.ts'
import type { GoodsOrderState } from './sales-model.ts'

export type { SalesDeps } from './ports.ts'
export type { ShownSale } from './sale-lists.service.ts'
export type { FreightZone, Locker, ShownGoods, ShownGoodsOrder } from './sales-model.ts'
export { normalizeLockerCode } from './goods.rules.ts'
export { knownGoods } from './goods.repo.ts'

type Instant = Temporal.Instant

declare module '#server/kit/db.ts' {
  interface Database {
    sale: {
      sale_id: string
      title_zh: string
      title_en: string
      description_zh: string
      description_en: string
      program_id: string
      starts_at: Instant
      ends_at: Instant
      withdrawn: boolean
      updated_at: Instant
      updated_by: Generated<string>
      version: Generated<number>
    }
    goods: {
      goods_id: string
      sale_id: string
      position: number
      program_id: string
      medium: Medium
      name_zh: string
      name_en: string
      detail_zh: string
      detail_en: string
      description_zh: string
      description_en: string
      amount_cents: number
      supplied: number
      sold: Generated<number>
      held: Generated<number>
      restock_on: Temporal.PlainDate | null
      added_at: Instant
      withdrawn: boolean
      updated_at: Instant
      updated_by: Generated<string>
      version: Generated<number>
    }
    locker: {
      locker_code: string
      region: 'HK' | 'MO'
      district_zh: string
      district_en: string
      address_zh: string
      address_en: string
      withdrawn: boolean
      updated_at: Instant
      updated_by: Generated<string>
      version: Generated<number>
    }
    freight_zone: {
      zone_id: string
      countries: string[]
      first_cents: number
      further_cents: number
      withdrawn: boolean
      updated_at: Instant
      updated_by: Generated<string>
      version: Generated<number>
    }
    sale_order: {
      order_id: string
      account_id: string | null
      sale_id: string
      state: GoodsOrderState
      method: DeliveryMethod
      locker_code: string | null
      sealed: Buffer | null
      freight_cents: number
      paid_cents: number | null
      refunded_cents: Generated<number>
      refund_id: string | null
      ordered_at: Instant
      paid_at: Instant | null
      sent_at: Instant | null
      delivered_at: Instant | null
      reference: string | null
      restocked_at: Instant | null
    }
    sale_line: { order_id: string; goods_id: string; quantity: number; amount_cents: number }
    goods_notice: { goods_id: string; account_id: string; requested_at: Instant }
  }
}

export type Sales = ReturnType<typeof createSales>

const HELD_EVERY_MS = 60_000
const HELD_BATCH = 100
const NOTICES_EVERY_MS = 60_000
const ERASE_EVERY_MS = 3_600_000
/** Orders in an export; above what any account has. */
const EXPORT_MAX = 10_000

export function createSales(deps: SalesDeps) {
  const { db, clock, log } = deps
  const addresses = createAddresses(deps.masterKey)
  const goods = createSaleLists(deps)
  const deliveries = createDeliveries({ ...deps, addresses })
  const domainModule: DomainModule = {
    scheduledTasks: [
      { name: 'held goods', everyMs: HELD_EVERY_MS, run: freeOverHeld },
      { name: 'goods in stock', everyMs: NOTICES_EVERY_MS, run: goods.sendNotices },
      { name: 'delivery addresses', everyMs: ERASE_EVERY_MS, run: eraseOldAddresses },
    ],
    personalData: { name: 'sales', collect, erase },
    content: goodsContent,
    gauges: [
      {
        name: 'harbour_sales_to_send',
        help: 'Orders of goods that are paid and not sent.',
        labels: [],
        read: async () => [{ value: await countToSend(db), labels: {} }],
      },
    ],
  }
  return {
    list: goods.list,
    detail: goods.detail,
    notify: goods.notify,
    deliveries,
    operatorDeliveries: createOperatorDeliveries({ ...deps, addresses }),
    isEmpty: () => isEmpty(db),
    product: goodsProduct({ ...deps, addresses }),
    past,
    domainModule,
  }

  /** Goods sold and sent at an instant of the past: those of a demo. */
  function past(at: Temporal.Instant) {
    const then = { ...deps, addresses, clock: clockAt(at) }
    return { product: goodsProduct(then), deliveries: createOperatorDeliveries(then) }
  }

  /** A payment that is returned after a review sends no event: its units are found here. */
  async function freeOverHeld(): Promise<void> {
    for (const orderId of await findOverHeld(db, HELD_BATCH)) {
      await inTransaction(deps.db, (tx) => freeUnits(tx, orderId))
    }
  }

  function eraseOldAddresses(): Promise<void> {
    const before = (days: number) => clock.now().subtract({ hours: days * 24 })
    const [unpaidBefore, overBefore] = [before(KEPT_DAYS.unpaidOrders), before(KEPT_DAYS.deliveries)]
    return eraseAddresses(db, { unpaidBefore, overBefore })
  }

  /** The orders that an account paid, with their addresses, and the goods that it waits for. */
  async function collect({ accountId }: Person, language: Language): Promise<unknown> {
    const { list: orders } = await deliveries.ofAccount({ accountId, page: 1, pageSize: EXPORT_MAX })
    return {
      orders: orders.map(({ orderId, state, lines, to, paidCents, freightCents, refundedCents, ...order }) => ({
        orderId,
        state,
        goods: lines.map(({ name, quantity, amountCents }) => ({ name: name[language], quantity, amountCents })),
        paidCents,
        freightCents,
        refundedCents,
        to,
        paidAt: order.paidAt,
        sentAt: order.sentAt,
        deliveredAt: order.deliveredAt,
        reference: order.reference,
      })),
      waitsFor: await findNotices(db, accountId),
    }
  }

  /** Goods that were paid are sent first: their address is needed until then. */
  async function erase(tx: Db, { accountId }: Person): Promise<void> {
    if (await hasUnsent(tx, accountId)) {
      log.info({ accountId }, 'erasure waits for a delivery')
      throw new Error('an order is not sent')
    }
    await deleteNotices(tx, accountId)
    await unlinkGoodsOrders(tx, accountId)
  }
}
