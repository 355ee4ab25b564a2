import { AppError } from '#contract/errors.ts'
import { retryAfterHold } from '../payments/index.ts'
import { inTransaction, type Db } from '#server/kit/db.ts'
import {
  findGoods,
  findLockers,
  findName,
  findSales,
  findZones,
  deleteNotice,
  findNotices,
  insertNotice,
  dequeueDueNotices,
} from './goods.repo.ts'
import { availableOf, stockOf } from './goods.rules.ts'
import type { SalesDeps } from './ports.ts'
import type { FreightZone, Goods, Locker, Sale, ShownGoods } from './sales-model.ts'

export type ShownSale = Sale & { readonly goods: readonly ShownGoods[] }

const BATCH = 100

export function createSaleLists({ db, clock, messages }: SalesDeps) {
  return { list, detail, notify, sendNotices }

  /** The sales that run now. `accountId`: of a member, who may wait for goods. */
  async function list(accountId?: string): Promise<ShownSale[]> {
    return shown(await findSales(db, { now: clock.now() }), accountId)
  }

  type Detail = { sale: ShownSale; lockers: Locker[]; zones: FreightZone[] }

  async function detail(saleId: string, accountId?: string): Promise<Detail> {
    const [sale] = await shown(await findSales(db, { now: clock.now(), saleId }), accountId)
    if (!sale) throw new AppError('NOT_FOUND')
    const [lockers, zones] = await Promise.all([findLockers(db), findZones(db)])
    return { sale, lockers, zones }
  }

  async function shown(sales: readonly Sale[], accountId: string | undefined): Promise<ShownSale[]> {
    const saleIds = sales.map(({ saleId }) => saleId)
    const goods = await findGoods(db, { saleIds, accountId })
    const awaited = new Set(accountId === undefined ? [] : await findNotices(db, accountId))
    return sales.map((sale) => ({
      ...sale,
      goods: goods
        .filter(({ saleId }) => saleId === sale.saleId)
        .map((one) => toShown(one, { notify: awaited.has(one.goodsId), now: clock.now() })),
    }))
  }

  async function notify(accountId: string, { goodsId, wanted }: { goodsId: string; wanted: boolean }): Promise<void> {
    if (!wanted) return deleteNotice(db, { goodsId, accountId })
    const sales = await shown(await findSales(db, { now: clock.now() }), undefined)
    if (!sales.some(({ goods }) => goods.some((one) => one.goodsId === goodsId))) throw new AppError('NOT_FOUND')
    await insertNotice(db, { goodsId, accountId, at: clock.now() })
  }

  async function sendNotices(): Promise<void> {
    for (;;) {
      const sent = await inTransaction(db, sendBatch)
      if (sent < BATCH) return
    }
  }

  async function sendBatch(tx: Db): Promise<number> {
    const notices = await dequeueDueNotices(tx, { now: clock.now(), limit: BATCH })
    for (const { goodsId, accountId } of notices) {
      const name = await findName(tx, goodsId)
      if (name) await messages.post(tx, { accountId, template: 'goodsInStock', params: { name } })
    }
    return notices.length
  }
}

type Reading = { notify: boolean; now: Temporal.Instant }

function toShown({ supplied, sold, held, heldUntil, ...goods }: Goods, { notify, now }: Reading): ShownGoods {
  const stock = stockOf({ supplied, sold, held })
  const available = availableOf({ supplied, sold, held })
  const retryAt = stock === 'held' && heldUntil ? retryAfterHold(heldUntil, now) : undefined
  return { ...goods, stock, available, retryAt, notify }
}
