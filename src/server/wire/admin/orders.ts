import type { Role } from '#contract/admin/endpoint.ts'
import * as endpoints from '#contract/admin/orders.ts'
import type { Language } from '#contract/languages.ts'
import { findTransfersOf, type SubjectTransfer } from '#server/domains/ledger/index.ts'
import type { Operator, Operators } from '#server/domains/operators/index.ts'
import type {
  ListedOrder,
  OperatorOrders,
  OrderQuery,
  Refund as StoredRefund,
  Refunder,
} from '#server/domains/payments/index.ts'
import { consoleOrders as enUS } from '#text/en_US/console-orders.ts'
import { type ConsoleOrdersText, consoleOrders as zhHK } from '#text/zh_HK/console-orders.ts'
import type { CsvCell } from '#server/kit/csv.ts'
import type { Tx } from '#server/kit/db.ts'
import { decimalOf } from '#server/kit/decimal-amounts.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { wireInstant } from '../instants.ts'
import { bindAdmin } from './bind.ts'
import type { AdminDomains } from './domains.ts'
import { isOwnAccount, refuseOwnAccount } from './own-account.ts'
import { evidenceHtml } from './order-evidence.presenter.ts'
import type { AdminHandler, ApprovalNeed } from './pipeline.ts'

const FINANCE: Role = 'finance'
const DISPUTES: ReadonlySet<string> = new Set(['disputeOpened', 'disputeLost'])
/** Before an order, from when on sign-ins and messages are in its evidence. */
const EVIDENCE_HOURS = 30 * 24

const refunderOf = ({ operatorId, actor, roles }: Operator): Refunder => ({
  operatorId,
  actor,
  isFinance: roles.includes(FINANCE),
})

const subjectOf = (orderId: string): string => `order:${orderId}`

const instantOrNull = (at: Temporal.Instant | null) => at && wireInstant(at)

const orderOf = ({
  orderId,
  purpose,
  kind,
  sandbox,
  createdAt,
  paidAt,
  deliveredAt,
  answerBy,
  ...order
}: ListedOrder) => ({
  ...order,
  outTradeNo: orderId,
  kind: purpose,
  provider: kind,
  isSandbox: sandbox,
  createdAt: wireInstant(createdAt),
  paidAt: instantOrNull(paidAt),
  deliveredAt: instantOrNull(deliveredAt),
  answerBy: instantOrNull(answerBy),
})

const bookingOf = ({ at, entries, ...transfer }: SubjectTransfer) => ({
  ...transfer,
  at: wireInstant(at),
  entries: [...entries],
})

const refundOf = ({ requestedAt, askedAt, finishedAt, ...refund }: StoredRefund) => ({
  ...refund,
  requestedAt: wireInstant(requestedAt),
  askedAt: instantOrNull(askedAt),
  finishedAt: instantOrNull(finishedAt),
})

type Waiting = Awaited<ReturnType<Operators['approvals']['waitingFor']>>[number]

const waitingOf = ({ consequence, askedAt, expiresAt, ...approval }: Waiting) => ({
  ...approval,
  amountCents: Number(consequence.amountCents),
  askedAt: wireInstant(askedAt),
  expiresAt: wireInstant(expiresAt),
})

type Refund = typeof endpoints.refund

const TEXTS = { zh_HK: zhHK, en_US: enUS } as const

async function* rowsOf(orders: OperatorOrders, tx: Tx, given: { query: OrderQuery; language: Language }) {
  const text = TEXTS[given.language]
  yield [Object.values(text.file)]
  for await (const part of orders.all(tx, given.query, given.language)) yield part.map((order) => cellsOf(order, text))
}

/** In the order of `file`. */
const cellsOf = (order: ListedOrder, { states, kinds, providers, yes }: ConsoleOrdersText): CsvCell[] => [
  order.orderNumber,
  order.orderId,
  order.accountId ?? '',
  order.createdAt,
  order.paidAt ?? '',
  order.deliveredAt ?? '',
  states[order.state],
  kinds[order.purpose],
  order.item,
  providers[order.kind],
  order.sandbox ? yes : '',
  Number(decimalOf(order.amountCents)),
  order.currency,
  order.paidCents === null ? '' : Number(decimalOf(order.paidCents)),
  order.paidCurrency ?? '',
  Number(decimalOf(order.refundedCents)),
]

export const orders = bindAdmin(endpoints, ({ db, orders: domain, accounts, operators, customers, brand, clock }) => ({
  list: async (query, { language }) => {
    const page = await domain.list(query, language)
    return { ...page, list: page.list.map(orderOf) }
  },

  exportOrders: ({ filter, sort }, { language }) => ({
    fileName: 'orders.csv',
    rows: (tx) => rowsOf(domain, tx, { query: { filter, sort }, language }),
  }),

  show: async ({ outTradeNo }, { operator, language }) => {
    const { order, evidence, refunds, ...rest } = await domain.show(outTradeNo, refunderOf(operator), language)
    const { orderId, accountId, expiresAt, queryDueAt } = order
    const [bookings, waiting, isOwn] = await Promise.all([
      findTransfersOf(db, orderId),
      operators.approvals.waitingFor(endpoints.refund.path, ['outTradeNo', orderId]),
      isOwnAccount(accounts, { on: db, accountId, operator }),
    ])
    return {
      ...rest,
      order: { ...order, ...orderOf(order), expiresAt: wireInstant(expiresAt), queryDueAt: instantOrNull(queryDueAt) },
      evidence: evidence.map(({ at, ...one }) => ({ ...one, at: wireInstant(at) })),
      refunds: refunds.map(refundOf),
      bookings: bookings.map(bookingOf),
      waiting: waiting.map(waitingOf),
      isOwn,
    }
  },

  tryRefund: async ({ outTradeNo, amountCents }, { operator }) => {
    const { orderId } = await domain.requireOrder(outTradeNo)
    const before = new Set((await findTransfersOf(db, orderId)).map(({ transferId }) => transferId))
    const asked = { orderId, amountCents, by: refunderOf(operator) }
    const { seen, ...tried } = await domain.tryRefund(asked, (tx) => findTransfersOf(tx, orderId))
    return { ...tried, bookings: seen.filter(({ transferId }) => !before.has(transferId)).map(bookingOf) }
  },

  refund: createRefund(domain, accounts),

  evidence: async ({ outTradeNo }, { tx, operator, language, record }) => {
    const { order, evidence, refunds } = await domain.evidenceOf(tx, outTradeNo, language)
    const { orderId, orderNumber, accountId, createdAt } = order
    if (!evidence.some(({ event }) => DISPUTES.has(event)))
      throw operatorRefusal({ is: 'orderUndisputed', orderNumber })
    await refuseOwnAccount(accounts, { on: tx, accountId, operator })
    const since = createdAt.subtract({ hours: EVIDENCE_HOURS })
    const customer = accountId === null ? null : await customers.reads.evidence(tx, { accountId, orderId, since })
    await record({ subject: subjectOf(orderId), details: { accountId } })
    const at = clock.now()
    const html = evidenceHtml({ order, evidence, refunds, customer, brand: brand(), at }, language)
    return { fileName: `evidence-${orderNumber}.html`, html }
  },
}))

/** Who may refund alone, and the refund itself, which looks at everything anew. */
const createRefund = (
  domain: OperatorOrders,
  accounts: AdminDomains['accounts'],
): { handler: AdminHandler<Refund>; approvalNeed: ApprovalNeed<Refund> } => ({
  approvalNeed: async ({ outTradeNo, amountCents: asked }, { tx, operator }) => {
    const by = refunderOf(operator)
    const need = await domain.approvalNeed(tx, { orderId: outTradeNo, amountCents: asked, by })
    const { order, amountCents, way, leftCents } = need
    const { orderId, orderNumber, accountId, kind } = order
    await refuseOwnAccount(accounts, { on: tx, accountId, operator })
    if (way === 'finance') throw operatorRefusal({ is: 'refundNeedsFinance', leftCents })
    if (way === 'alone') return undefined
    return { orderNumber, amountCents, provider: kind, ...(accountId && { accountId }), outTradeNo: orderId }
  },

  handler: async ({ outTradeNo, amountCents: asked, reason }, call) => {
    const { tx, operator, approval } = call
    const { orderId, accountId, state } = await domain.requireOrder(outTradeNo, tx)
    await refuseOwnAccount(accounts, { on: tx, accountId, operator })
    if (approval) await refuseOwnAccount(accounts, { on: tx, accountId, operator: approval.decider })
    const amountCents = approval ? Number(approval.consequence.amountCents) : asked
    const approvedBy = approval?.decider.operatorId
    const refunded = await domain.refundBy(tx, { orderId, amountCents, reason, by: refunderOf(operator), approvedBy })
    const { refundId, amountCents: cents } = refunded
    await call.record({
      subject: subjectOf(orderId),
      before: { state },
      after: { state: 'refunding' },
      details: { refundId, amountCents: cents },
    })
    return { refundId, amountCents: cents }
  },
})
