import type { Config } from '#server/config.ts'
import { recordAudit } from '#server/domains/audit/index.ts'
import type { RefundOutcome } from '#server/domains/payments/index.ts'
import { decimalOf } from '#server/kit/decimal-amounts.ts'
import { inTransaction } from '#server/kit/db.ts'
import { defineCommand, dollars, text } from './command.ts'
import { runOnApp } from './with-app.ts'

const REFUND = defineCommand({
  name: 'refund',
  actions: {
    '': {
      positionals: { orderId: { kind: text, shown: '<order>' } },
      options: { amount: { kind: dollars, help: 'a part of it: 12.50' } },
      audited: 'reason required',
      help: `returns a payment, whole or in part, by its order number or its outTradeNo. Credits that it bought are taken back first; what is spent cannot be refunded.
The running service requests it from the provider; else the next start.`,
    },
  },
})

export const refundCommand = (config: Config, args: readonly string[]): Promise<number> =>
  runOnApp(
    REFUND,
    { config, args },
    async ({ domains, database, clock }, { orderId: typed, amount, reason, actor }) => {
      const orderId = await domains.payments.orderIdFor(typed)
      const request = { orderId, reason, actor, ...(amount !== undefined && { amountCents: amount }) }
      const outcome = await inTransaction(database.db, async (tx) => {
        const done = await domains.payments.refund(request, tx)
        const details = { outcome: done.outcome, amountCents: amount ?? null }
        await recordAudit(tx, { at: clock.now(), actor, action: 'refund', subject: orderId, reason, details })
        return done
      })
      console.log(sentenceOf(outcome))
      return outcome.outcome === 'requested' ? 0 : 1
    },
  )

function sentenceOf(outcome: RefundOutcome): string {
  switch (outcome.outcome) {
    case 'requested':
      return `Refund of ${decimalOf(outcome.refund.amountCents)} ${outcome.refund.currency} requested.`
    case 'unknown order':
      return 'There is no such payment.'
    case 'wrong state':
      return `The payment is ${outcome.state}: it cannot be refunded.`
    case 'wrong step':
      return `This kind of payment returns multiples of ${decimalOf(outcome.stepCents)} only.`
    case 'too much':
      return `At most ${decimalOf(outcome.maxCents)} can be refunded.`
  }
}
