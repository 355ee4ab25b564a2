import * as endpoints from '#contract/admin/payments.ts'
import type { CASE_ACTIONS, CaseCause } from '#contract/admin/payments.ts'
import type { ListedCase } from '#server/domains/payments/index.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { wireInstant } from '../instants.ts'
import { bindAdmin } from './bind.ts'
import type { AdminDomains } from './domains.ts'
import { refuseOwnAccount } from './own-account.ts'
import type { AdminHandler, ApprovalNeed } from './pipeline.ts'

/** Others are dealt with at their order, or at the provider. */
const ACTIONS: Partial<Readonly<Record<CaseCause, (typeof CASE_ACTIONS)[number]>>> = {
  review: 'accept',
  'paid again': 'dismiss',
  'refund in doubt': 'settleRefund',
  'refund unfinished': 'settleRefund',
  'refunded late': 'dismiss',
  'refunded and charged back': 'dismiss',
  'unknown payment': 'dismiss',
  'unknown refund': 'dismiss',
  'listed otherwise': 'dismiss',
  'payment not listed': 'dismiss',
  'refund not listed': 'dismiss',
}

const caseOf = ({ orderId, at, cause, reference, answerBy, ...one }: ListedCase) => {
  const action = ACTIONS[cause] ?? null
  const isNamed = action !== 'dismiss' || reference !== null
  return {
    ...one,
    outTradeNo: orderId,
    at: wireInstant(at),
    cause,
    reference,
    answerBy: answerBy && wireInstant(answerBy),
    action: isNamed ? action : null,
  }
}

const subjectOf = (orderId: string): string => `order:${orderId}`

const since = (days: number, now: Temporal.Instant): Temporal.Instant => now.subtract({ hours: days * 24 })

type Deciding = Pick<AdminDomains, 'payments' | 'orders' | 'accounts'>
type Accept = typeof endpoints.accept
type Settle = typeof endpoints.settleRefund

const createAcceptance = ({
  payments: domain,
  orders,
  accounts,
}: Deciding): { handler: AdminHandler<Accept>; approvalNeed: ApprovalNeed<Accept> } => ({
  approvalNeed: async ({ outTradeNo }, { tx, operator }) => {
    const order = await orders.requireOrder(outTradeNo, tx)
    const { orderId, orderNumber, accountId, kind: provider, amountCents: dueCents, paidCents } = order
    await refuseOwnAccount(accounts, { on: tx, accountId, operator })
    if (!(await orders.acceptanceNeed(tx, order, operator.operatorId))) return undefined
    return { orderNumber, dueCents, paidCents, provider, ...(accountId && { accountId }), outTradeNo: orderId }
  },
  handler: async ({ outTradeNo }, { tx, operator, decider, approval, record }) => {
    const order = await orders.requireOrder(outTradeNo, tx)
    const { orderId, accountId } = order
    await refuseOwnAccount(accounts, { on: tx, accountId, operator })
    if (decider) await refuseOwnAccount(accounts, { on: tx, accountId, operator: decider })
    const { dueCents, paidCents } = approval?.consequence ?? {}
    if (approval && (dueCents !== order.amountCents || paidCents !== order.paidCents))
      throw operatorRefusal({ is: 'approvalChanged' })
    const by = { operatorId: operator.operatorId, approvedBy: decider?.operatorId }
    const missingCents = await orders.recordAcceptance(tx, order, by)
    const accepted = await domain.acceptReview(orderId, tx)
    if (!accepted) throw operatorRefusal({ is: 'paymentNotInReview', orderId })
    if (accepted === 'other currency') throw operatorRefusal({ is: 'paymentInOtherCurrency' })
    await record({
      subject: subjectOf(orderId),
      before: { state: 'review' },
      after: { state: accepted.state },
      ...(missingCents > 0 && { details: { missingCents } }),
    })
    return {}
  },
})

const createSettlement = ({
  payments: domain,
  orders,
  accounts,
}: Deciding): { handler: AdminHandler<Settle>; approvalNeed: ApprovalNeed<Settle> } => ({
  approvalNeed: async ({ outTradeNo, as }, { tx, operator }) => {
    const order = await orders.requireOrder(outTradeNo, tx)
    const { orderId, orderNumber, accountId, kind: provider } = order
    await refuseOwnAccount(accounts, { on: tx, accountId, operator })
    const refund = as === 'refused' ? await orders.settlementNeed(tx, order, operator.operatorId) : undefined
    if (!refund) return undefined
    const { refundId, amountCents } = refund
    return { orderNumber, amountCents, provider, ...(accountId && { accountId }), outTradeNo: orderId, refundId }
  },
  handler: async ({ outTradeNo, as, reason }, { tx, operator, decider, approval, record }) => {
    const { orderId, accountId } = await orders.requireOrder(outTradeNo, tx)
    await refuseOwnAccount(accounts, { on: tx, accountId, operator })
    if (decider) await refuseOwnAccount(accounts, { on: tx, accountId, operator: decider })
    const by = { operatorId: operator.operatorId, approvedBy: decider?.operatorId }
    const of = approval && String(approval.consequence.refundId)
    if (!(await domain.settleRefund({ orderId, as, reason, by, of }, tx)))
      throw operatorRefusal({ is: 'refundNotInDoubt', orderId })
    await record({ subject: subjectOf(orderId), details: { as } })
    return {}
  },
})

export const payments = bindAdmin(endpoints, ({ payments: domain, orders, agreements, accounts, clock }) => ({
  cases: async (query) => {
    const page = await domain.caseList(query)
    return { ...page, list: page.list.map(caseOf) }
  },

  accept: createAcceptance({ payments: domain, orders, accounts }),

  dismiss: async ({ reference }, { tx, record }) => {
    if (!(await domain.dismissListed(reference, tx))) throw operatorRefusal({ is: 'differenceUnknown', reference })
    await record({ subject: `payment:${reference}` })
    return {}
  },

  settleRefund: createSettlement({ payments: domain, orders, accounts }),

  reconcile: async ({ since: given }, { tx, record }) => {
    const from = given === undefined ? since(endpoints.RECONCILE_DAYS, clock.now()) : Temporal.Instant.from(given)
    const queried = await domain.reconcile(from, tx)
    await record({ subject: 'payments:all', details: { since: from.toString(), queried } })
    return { queried }
  },

  endMandate: async ({ subscription, agreementId, reason }, { tx, operator, record }) => {
    const { operatorId, actor } = operator
    const mandate = { kind: 'paypal', providerReference: subscription, agreementId } as const
    const terminationId = await agreements.requestTermination(tx, {
      ...mandate,
      reason,
      operatorId,
      actor,
    })
    await record({ subject: `mandate:${subscription}`, details: { agreementId, terminationId } })
    return { terminationId }
  },

  mandateTerminations: async (query) => {
    const page = await agreements.listTerminations(query)
    const list = page.list.map(({ providerReference, requestedAt, finishedAt, ...ending }) => ({
      ...ending,
      subscription: providerReference,
      requestedAt: wireInstant(requestedAt),
      finishedAt: finishedAt && wireInstant(finishedAt),
    }))
    return { ...page, list }
  },
}))
