import * as endpoints from '#contract/admin/deliveries.ts'
import type { Language } from '#contract/languages.ts'
import type { ShownGoodsOrder } from '#server/domains/sales/index.ts'
import { type CsvCell, toCsv } from '#server/kit/csv.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { consoleDeliveries as enUS } from '#text/en_US/console-deliveries.ts'
import { consoleDeliveries as zhHK } from '#text/zh_HK/console-deliveries.ts'
import { wireInstant } from '../instants.ts'
import { bindAdmin } from './bind.ts'
import { refuseOwnAccount } from './own-account.ts'
import type { ChangeCall } from './pipeline.ts'

const TEXTS = { zh_HK: zhHK, en_US: enUS } as const

/** The order is that of its payment. */
const subjectOf = (orderId: string): string => `order:${orderId}`

const instantOrNull = (at: Temporal.Instant | null) => at && wireInstant(at)

const deliveryOf = ({ lines, locker, paidAt, paidCents, refundId, to, ...order }: ShownGoodsOrder) => {
  if (!paidAt || order.state === 'held' || order.state === 'lapsed') throw new Error(`${order.orderId} is not paid`)
  return {
    ...order,
    state: order.state,
    district: locker?.district ?? null,
    lines: lines.map(({ goodsId, name, medium, quantity, amountCents }) => ({
      goodsId,
      name,
      medium,
      quantity,
      amountCents,
    })),
    paidCents: paidCents ?? 0,
    isRefundRunning: refundId !== null,
    hasAddress: to !== undefined,
    paidAt: wireInstant(paidAt),
    sentAt: instantOrNull(order.sentAt),
    deliveredAt: instantOrNull(order.deliveredAt),
    restockedAt: instantOrNull(order.restockedAt),
  }
}

/** A row for each order, as who packs it reads it. */
function packingRows(orders: readonly ShownGoodsOrder[], language: Language): (readonly CsvCell[])[] {
  const { packing, methods, media } = TEXTS[language]
  const heads = Object.values(packing.columns)
  const rows = orders.map(({ orderNumber, method, lockerCode, locker, lines, to }) => [
    orderNumber,
    to?.recipient ?? '',
    to?.phone ?? '',
    methods[method],
    lockerCode ?? '',
    locker ? `${locker.district[language]} ${locker.address[language]}` : '',
    to?.address ?? '',
    // In one cell: alone in its own, a spreadsheet would take the zeros from the front of a postcode.
    to?.method === 'overseas' ? `${to.country} ${to.postcode}`.trim() : '',
    lines.map(({ name, medium, quantity }) => `${quantity} × ${name[language]} (${media[medium]})`).join('; '),
    lines.reduce((sum, { quantity }) => sum + quantity, 0),
  ])
  return [heads, ...rows]
}

export const deliveries = bindAdmin(endpoints, ({ sales: { operatorDeliveries: domain }, accounts }) => {
  /** An order of the operator's own account is another one's to deal with. */
  const changed = async (
    call: ChangeCall,
    { orderId, ...after }: { orderId: string; state?: string; restocked?: boolean },
    work: () => Promise<{ state: string }>,
  ) => {
    const { accountId } = await domain.open(call.tx, orderId)
    await refuseOwnAccount(accounts, { on: call.tx, accountId, operator: call.operator })
    const { state } = await work()
    await call.record({ subject: subjectOf(orderId), before: { state }, after: { state, ...after } })
    return {}
  }
  return {
    list: async (query) => {
      const page = await domain.page(query)
      return { ...page, list: page.list.map(deliveryOf) }
    },

    show: async ({ orderId }, { tx, record }) => {
      const { to } = await domain.open(tx, orderId)
      if (!to) throw operatorRefusal({ is: 'orderNotPaid', orderId })
      await record({ subject: subjectOf(orderId) })
      const abroad = to.method === 'overseas' ? to : undefined
      const { recipient, phone, address } = to
      return { recipient, phone, address, country: abroad?.country ?? null, postcode: abroad?.postcode ?? null }
    },

    sent: ({ orderId, reference }, call) =>
      changed(call, { orderId, state: 'sent' }, () => domain.send(call.tx, { orderId, reference })),

    delivered: ({ orderId }, call) =>
      changed(call, { orderId, state: 'delivered' }, () => domain.deliver(call.tx, orderId)),

    restock: ({ orderId }, call) => changed(call, { orderId, restocked: true }, () => domain.restock(call.tx, orderId)),

    packing: async (_, { tx, language, record }) => {
      const { orders, isMore } = await domain.packing(tx, endpoints.PACKING_MAX)
      await record({ subject: 'orders:packing', details: { orders: orders.length } })
      return { csv: toCsv(packingRows(orders, language)), orders: orders.length, isMore }
    },
  }
})
