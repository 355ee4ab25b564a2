import { parseArgs } from 'node:util'
import { DELIVERY_STATES, type DeliveryState } from '#contract/goods.ts'
import type { Domains } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import type { ShownOrder } from '#server/domains/sales/index.ts'
import { actorOf } from './operator.ts'
import { withApp } from './with-app.ts'

const USAGE = `Usage:
  npm run deliveries -- list [--state ${DELIVERY_STATES.join('|')}]
  npm run deliveries -- show ORDER
  npm run deliveries -- sent ORDER [--reference NUMBER]
  npm run deliveries -- delivered ORDER
  npm run deliveries -- restock ORDER --reason "…"

list prints the orders of goods in a state (paid, which is to be sent, by default), the oldest first, without names and addresses;
show prints whom one goes to.
sent says that it has left, with the carrier's number if there is one, and tells the member; delivered that it was collected or handed over.
restock puts the units of a cancelled or returned order back on sale, once. Money is returned by npm run refund.
  --operator   who does it: the account of this computer by default
Everything but list is written to audit_entry.
`

type By = { readonly orderId: string; readonly actor: string; readonly reason: string }
export type DeliveriesCommand =
  | { readonly action: 'list'; readonly state: DeliveryState }
  | ({ readonly action: 'show' | 'delivered' | 'restock' } & By)
  | ({ readonly action: 'sent'; readonly reference?: string | undefined } & By)

const DEFAULT_REASON = 'delivery'
const OPTIONS = { state: 'string', reference: 'string', reason: 'string', operator: 'string' } as const
/** The options that an action takes besides the operator. */
const TAKES: Readonly<Record<DeliveriesCommand['action'], readonly (keyof typeof OPTIONS)[]>> = {
  list: ['state'],
  show: ['reason', 'operator'],
  sent: ['reference', 'reason', 'operator'],
  delivered: ['reason', 'operator'],
  restock: ['reason', 'operator'],
}

/** The arguments of the command; undefined when they are wrong. */
export function readDeliveriesCommand(args: readonly string[]): DeliveriesCommand | undefined {
  const options = Object.fromEntries(Object.keys(OPTIONS).map((name) => [name, { type: 'string' }] as const))
  const { values, positionals } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true })
  const [action = '', orderId, ...rest] = positionals
  if (!Object.hasOwn(TAKES, action) || rest.length > 0) return undefined
  const known = action as DeliveriesCommand['action']
  const isKnown = Object.entries(values).every(
    ([name, value]) =>
      TAKES[known].includes(name as keyof typeof OPTIONS) && typeof value === 'string' && value.trim() !== '',
  )
  if (!isKnown) return undefined
  const { state = 'paid', reference, reason, operator } = values as Partial<Record<keyof typeof OPTIONS, string>>
  if (known === 'list') {
    const listed = DELIVERY_STATES.find((one) => one === state)
    return orderId === undefined && listed ? { action: known, state: listed } : undefined
  }
  if (orderId === undefined || (known === 'restock' && reason === undefined)) return undefined
  const actor = actorOf(operator)
  const by = { orderId, actor, reason: reason?.trim() ?? DEFAULT_REASON }
  return known === 'sent' ? { action: known, reference: reference?.trim(), ...by } : { action: known, ...by }
}

const day = (instant: Temporal.Instant) => instant.toZonedDateTimeISO('Asia/Hong_Kong').toPlainDate().toString()
const dollars = (cents: number | null) => `HK$${((cents ?? 0) / 100).toFixed(2)}`

/** One line for an order: what is in it, not whom it goes to. */
export function formatOrder({ orderId, state, lines, method, lockerCode, ...order }: ShownOrder): string {
  const goods = lines.map(({ goodsId, quantity }) => `${quantity} × ${goodsId}`).join(', ')
  const refunded = order.refundedCents > 0 ? `, ${dollars(order.refundedCents)} refunded` : ''
  const held = `${order.refundId === null ? '' : ', a refund runs'}${order.isDisputed ? ', disputed' : ''}`
  const back = order.restockedAt ? ', restocked' : ''
  const paidOn = order.paidAt ? `, paid ${day(order.paidAt)}` : ''
  const reference = order.reference === null ? '' : `, ${order.reference}`
  return `${orderId}  ${state}  ${goods}; ${lockerCode ?? method}; ${dollars(order.paidCents)}${paidOn}${reference}${refunded}${held}${back}`
}

/** An order with whom it goes to; nothing in it controls the terminal. */
export function formatAddressed(order: ShownOrder): string {
  const { to } = order
  if (!to) return `${formatOrder(order)}\n    (its address is erased)`
  const where = to.method === 'pickup' ? [`locker ${to.lockerCode}`] : [to.postcode, to.country]
  const lines = [to.recipient, to.phone, to.address, ...where].filter((line) => line !== '')
  return [formatOrder(order), ...lines.map((line) => `    ${line}`)].join('\n').replaceAll(/[^\P{C}\n]/gu, '')
}

/** Does what the command says. @returns the lines to print @throws AppError */
export async function runDeliveries(
  { sales: { deliveries } }: Pick<Domains, 'sales'>,
  command: DeliveriesCommand,
): Promise<string[]> {
  switch (command.action) {
    case 'list': {
      const orders = await deliveries.list([command.state])
      return orders.length > 0 ? orders.map(formatOrder) : [`No order is ${command.state}.`]
    }
    case 'show':
      return [formatAddressed(await deliveries.show(command))]
    case 'sent':
      await deliveries.markSent(command)
      return ['Sent.']
    case 'delivered':
      await deliveries.markDelivered(command)
      return ['Delivered.']
    case 'restock':
      await deliveries.restock(command)
      return ['Its units can be sold again.']
  }
}

/** `npm run deliveries`: what becomes of the goods that were bought. */
export async function deliveriesCommand(config: Config, args: readonly string[]): Promise<number> {
  const command = readDeliveriesCommand(args)
  if (!command) {
    console.error(USAGE)
    return args[0] === '--help' ? 0 : 2
  }
  return withApp(config, 'deliveries', async (app) => {
    for (const line of await runDeliveries(app.domains, command)) console.log(line)
    return 0
  })
}
