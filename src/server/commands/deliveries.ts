import { DELIVERY_STATES } from '#contract/goods.ts'
import type { Domains } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import type { ShownGoodsOrder } from '#server/domains/sales/index.ts'
import { type Arguments, defineCommand, oneOf, text } from './command.ts'
import { runOnApp } from './with-app.ts'
import { hongKongDay } from '#server/kit/instants.ts'

const ORDER = { orderId: { kind: text, shown: '<order>' } } as const
const AUDITED = { reason: 'delivery' } as const

export const DELIVERIES = defineCommand({
  name: 'deliveries',
  actions: {
    list: {
      options: { state: { kind: oneOf(DELIVERY_STATES), fallback: 'paid', help: 'paid, which is to be sent' } },
      help: 'prints the orders of goods in a state, the oldest first, without names and addresses.',
    },
    show: { positionals: ORDER, audited: AUDITED, help: 'prints whom one goes to.' },
    sent: {
      positionals: ORDER,
      options: { reference: { kind: text, help: 'the carrier’s number, if there is one' } },
      audited: AUDITED,
      help: 'says that it has left, and tells the member.',
    },
    delivered: { positionals: ORDER, audited: AUDITED, help: 'says that it was collected or handed over.' },
    restock: {
      positionals: ORDER,
      audited: 'reason required',
      help: 'puts the units of a cancelled or returned order back on sale, once. Money is returned by npm run refund.',
    },
  },
  notes: 'Everything but list is written to audit_entry.',
})

const day = (instant: Temporal.Instant) => hongKongDay(instant).toString()
const formatDollars = (cents: number | null) => `HK$${((cents ?? 0) / 100).toFixed(2)}`

/** One line for an order: what is in it, not whom it goes to. */
export function formatOrder({
  orderId,
  orderNumber,
  state,
  lines,
  method,
  lockerCode,
  ...order
}: ShownGoodsOrder): string {
  const goods = lines.map(({ goodsId, quantity }) => `${quantity} × ${goodsId}`).join(', ')
  const refunded = order.refundedCents > 0 ? `, ${formatDollars(order.refundedCents)} refunded` : ''
  const held = `${order.refundId === null ? '' : ', a refund runs'}${order.isDisputed ? ', disputed' : ''}`
  const back = order.restockedAt ? ', restocked' : ''
  const paidOn = order.paidAt ? `, paid ${day(order.paidAt)}` : ''
  const reference = order.reference === null ? '' : `, ${order.reference}`
  return `${orderNumber}  ${orderId}  ${state}  ${goods}; ${lockerCode ?? method}; ${formatDollars(order.paidCents)}${paidOn}${reference}${refunded}${held}${back}`
}

/** An order with whom it goes to; nothing in it controls the terminal. */
export function formatAddressed(order: ShownGoodsOrder): string {
  const { to } = order
  if (!to) return `${formatOrder(order)}\n    (its address is erased)`
  const where = to.method === 'pickup' ? [`locker ${to.lockerCode}`] : [to.postcode, to.country]
  const lines = [to.recipient, to.phone, to.address, ...where].filter((line) => line !== '')
  return [formatOrder(order), ...lines.map((line) => `    ${line}`)].join('\n').replaceAll(/[^\P{C}\n]/gu, '')
}

export async function runDeliveries(
  { sales: { deliveries }, payments }: Pick<Domains, 'sales' | 'payments'>,
  given: Arguments<typeof DELIVERIES>,
): Promise<string[]> {
  if (given.action === 'list') {
    const orders = await deliveries.list([given.state])
    return orders.length > 0 ? orders.map(formatOrder) : [`No order is ${given.state}.`]
  }
  const operation = { ...given, orderId: await payments.orderIdFor(given.orderId) }
  switch (operation.action) {
    case 'show':
      return [formatAddressed(await deliveries.show(operation))]
    case 'sent':
      await deliveries.markSent(operation)
      return ['Sent.']
    case 'delivered':
      await deliveries.markDelivered(operation)
      return ['Delivered.']
    case 'restock':
      await deliveries.restock(operation)
      return ['Its units can be sold again.']
  }
}

export const deliveriesCommand = (config: Config, args: readonly string[]): Promise<number> =>
  runOnApp(DELIVERIES, { config, args }, ({ domains }, given) => runDeliveries(domains, given))
