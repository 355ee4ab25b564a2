/**
 * Special sales: goods with their stock, orders of them, and their deliveries. Owns the tables sale, goods, locker, freight_zone,
 * sale_order, sale_line, goods_notice. Never takes or returns money: payments does, with the product of this domain.
 */
import './sales-tables.ts'

export { createSales, type Sales } from './sales.service.ts'
export type { SalesDeps } from './sales-deps.ts'
export type { ShownSale } from './sale-lists.service.ts'
export type { FreightZone, Locker, ShownGoods, ShownOrder } from './sales-model.ts'
export { normalizeLockerCode } from './goods.rules.ts'
