/**
 * Special sales: goods with their stock, orders of them, and their deliveries. Owns the tables sale, goods, locker, freight_zone,
 * sale_order, sale_line, goods_notice. Never takes or returns money: payments does, with the product of this domain.
 */
import type { Generated } from 'kysely'
import type { DeliveryMethod, Medium } from '#contract/goods.ts'
import type { OrderState } from './sale-orders.rules.ts'

export { createSales, type Sales } from './sales.service.ts'
export type { SalesDeps } from './sales-deps.ts'
export type { ShownSale } from './sale-lists.service.ts'
export type { FreightZone, Locker, ShownGoods, ShownOrder } from './sales-model.ts'
export { normalizeLockerCode } from './goods.rules.ts'

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
    }
    freight_zone: {
      zone_id: string
      countries: string[]
      first_cents: number
      further_cents: number
      withdrawn: boolean
      updated_at: Instant
    }
    sale_order: {
      order_id: string
      account_id: string | null
      sale_id: string
      state: OrderState
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
