import type { Language } from '#contract/languages.ts'
import { KEPT_DAYS } from '#contract/validity.ts'
import { inTransaction, type Db } from '#server/kit/db.ts'
import type { DomainModule, Person } from '../domain-module.ts'
import { createAddresses } from './addresses.ts'
import { createDeliveries } from './deliveries.service.ts'
import { isEmpty } from './goods-import.repo.ts'
import { goodsContent } from './goods-import.service.ts'
import { deleteNotices, findNotices } from './notices.repo.ts'
import { countToSend, eraseAddresses, findOverHeld, hasUnsent, unlinkOrders } from './sale-orders.repo.ts'
import { createSaleOrders } from './sale-orders.service.ts'
import { freeUnits } from './sale-settlement.service.ts'
import type { SalesDeps } from './sales-deps.ts'
import { createSaleLists } from './sale-lists.service.ts'

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
  const { list, detail, notify, sendNotices } = createSaleLists(deps)
  const deliveries = createDeliveries({ ...deps, addresses })
  const domainModule: DomainModule = {
    scheduledTasks: [
      { name: 'held goods', everyMs: HELD_EVERY_MS, run: freeOverHeld },
      { name: 'goods in stock', everyMs: NOTICES_EVERY_MS, run: sendNotices },
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
    list,
    detail,
    notify,
    deliveries,
    isEmpty: () => isEmpty(db),
    /** What money is taken for here; for payments. */
    product: createSaleOrders({ ...deps, addresses }).product,
    domainModule,
  }

  /** A payment that was under review and is returned tells nobody: its units are found here. */
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
    await unlinkOrders(tx, accountId)
  }
}
