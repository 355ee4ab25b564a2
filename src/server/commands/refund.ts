import { parseArgs } from 'node:util'
import type { Config } from '#server/config.ts'
import { recordAudit } from '#server/domains/audit/index.ts'
import type { RefundOutcome } from '#server/domains/payments/index.ts'
import { inTransaction } from '#server/kit/db.ts'
import { actorOf } from './operator.ts'
import { withApp } from './with-app.ts'

const USAGE = `Usage:
  npm run refund -- <outTradeNo> --reason <text> [--amount <dollars>]
      returns a payment, whole or in part (12.50). Credits that it bought are taken back first; what is spent cannot be refunded.
      The running service asks the provider; else the next start.
`

/** `npm run refund`: requests a refund, and writes it to the audit log. */
export async function refundCommand(config: Config, args: readonly string[]): Promise<number> {
  const request = requestOf(args)
  if (!request) {
    console.error(USAGE)
    return args[0] === '--help' ? 0 : 2
  }
  return withApp(config, 'refund', async (app) => {
    const actor = actorOf()
    const { payments } = app.domains
    const outcome = await inTransaction(app.database.db, async (tx) => {
      const done = await payments.refund({ ...request, actor }, tx)
      await recordAudit(tx, {
        at: app.clock.now(),
        actor,
        action: 'refund',
        subject: request.orderId,
        reason: request.reason,
        details: { outcome: done.outcome, amountCents: request.amountCents ?? null },
      })
      return done
    })
    console.log(sentenceOf(outcome))
    return outcome.outcome === 'requested' ? 0 : 1
  })
}

/** @returns undefined for wrong arguments */
function requestOf(args: readonly string[]): { orderId: string; reason: string; amountCents?: number } | undefined {
  try {
    const options = { reason: { type: 'string' }, amount: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [orderId, ...rest] = positionals
    if (!orderId || rest.length > 0 || !values.reason) return undefined
    if (values.amount === undefined) return { orderId, reason: values.reason }
    const match = /^(\d{1,7})(?:\.(\d{2}))?$/.exec(values.amount)
    return match
      ? { orderId, reason: values.reason, amountCents: Number(match[1]) * 100 + Number(match[2] ?? 0) }
      : undefined
  } catch {
    return undefined
  }
}

function sentenceOf(outcome: RefundOutcome): string {
  switch (outcome.outcome) {
    case 'requested':
      return `Refund of ${dollars(outcome.refund.amountCents)} ${outcome.refund.currency} requested.`
    case 'unknown order':
      return 'There is no such payment.'
    case 'wrong state':
      return `The payment is ${outcome.state}: it cannot be refunded.`
    case 'wrong step':
      return `This kind of payment returns multiples of ${dollars(outcome.stepCents)} only.`
    case 'too much':
      return `At most ${dollars(outcome.maxCents)} can be refunded.`
  }
}

const dollars = (cents: number): string => (cents / 100).toFixed(2)
