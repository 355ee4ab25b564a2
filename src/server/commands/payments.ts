import { parseArgs } from 'node:util'
import type { App } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import type { AbandonedEnding } from '#server/domains/agreements/index.ts'
import { type AuditEntry, recordAudit } from '#server/domains/audit/index.ts'
import type { PaymentCase } from '#server/domains/payments/index.ts'
import { decimalOf } from '#server/kit/decimal-amounts.ts'
import { inTransaction, type Tx } from '#server/kit/db.ts'
import { actorOf } from './operator.ts'
import { withApp } from './with-app.ts'

const USAGE = `Usage:
  npm run payments -- reconcile [--since <instant>]
      asks the providers about every order that is not paid, created since then (2026-11-21T00:00:00Z; default: 30 days ago).
      After a restore this also lets the work on payments begin again. The running service does it; else the next start.
      Then lists the payments that need a person: under review, undelivered, paid twice, refunds that were refused, came back, are in doubt or do not end,
      and where the listing of a provider differs.
  npm run payments -- accept <outTradeNo> --reason <text>
      delivers a payment of another amount, which is under review; one in another currency is returned by npm run refund.
  npm run payments -- dismiss <reference> --reason <text>
      tells of a difference from a provider's listing, or of a second payment of an order, no more, once it is dealt with.
  npm run payments -- settle-refund <outTradeNo> --as refunded|refused --reason <text>
      ends a refund that is in doubt, as found in the provider's portal: it was carried out, or it was not and what was bought is given again.
  npm run payments -- end-mandate <PayPal's subscription> --agreement <its custom id> --reason <text>
      cancels a subscription at PayPal that is ours and has no agreement here, as after a restore; its callbacks fail, and the log
      has both ids.
      It cannot be undone, and another installation with the same credentials has subscriptions of its own. What it charged is returned by hand.
`

/** Orders older than this are no longer queried by default. */
const DEFAULT_DAYS = 30

type Command =
  | { name: 'reconcile'; since: Temporal.Instant | undefined }
  | { name: 'accept' | 'dismiss'; subject: string; reason: string }
  | { name: 'settle-refund'; subject: string; as: 'refunded' | 'refused'; reason: string }
  | { name: 'end-mandate'; subject: string; agreementId: string; reason: string }

/** `npm run payments`: reconciles orders, and accepts payments that are under review. */
export async function paymentsCommand(config: Config, args: readonly string[]): Promise<number> {
  const command = commandOf(args)
  if (!command) {
    console.error(USAGE)
    return args[0] === '--help' ? 0 : 2
  }
  return withApp(config, 'payments', (app) => run(app, command))
}

async function run({ domains, database, clock }: App, command: Command): Promise<number> {
  const { payments, agreements } = domains
  if (command.name === 'reconcile') {
    const since = command.since ?? clock.now().subtract({ hours: DEFAULT_DAYS * 24 })
    const queried = await inTransaction(database.db, async (tx) => {
      const count = await payments.reconcile(since, tx)
      const reason = `since ${since.toString()}`
      await audit(tx, { action: 'reconcile payments', subject: 'payments', reason, details: { queried: count } })
      return count
    })
    console.log(`${queried} orders will be queried.`)
    const cases = await payments.cases()
    for (const one of cases) console.log(lineOf(one))
    console.log(cases.length === 0 ? 'No payment needs a person.' : `${cases.length} payments need a person.`)
    return 0
  }
  const { subject, reason } = command
  if (command.name === 'end-mandate') {
    const { agreementId } = command
    // The provider is asked between the two entries, outside of a transaction.
    await record({ action: 'request mandate end', subject, reason, details: { agreementId } })
    const ending = await agreements.endAbandoned({ kind: 'paypal', agreementId, providerReference: subject })
    await record({ action: 'end mandate', subject, reason, details: { agreementId, ending } })
    console.log(ENDINGS[ending])
    return ending === 'ended' ? 0 : 1
  }
  if (command.name === 'settle-refund') {
    const isSettled = await inTransaction(database.db, async (tx) => {
      const isDone = await payments.settleRefund({ orderId: subject, as: command.as, reason }, tx)
      if (isDone) await audit(tx, { action: 'settle refund', subject, reason, details: { as: command.as } })
      return isDone
    })
    console.log(isSettled ? 'The refund is settled.' : 'This payment has no refund in doubt.')
    return isSettled ? 0 : 1
  }
  if (command.name === 'dismiss') {
    const isKnown = await inTransaction(database.db, async (tx) => {
      const isDone = await payments.dismissListed(subject, tx)
      if (isDone) await audit(tx, { action: 'dismiss difference', subject, reason })
      return isDone
    })
    console.log(isKnown ? 'The difference is not told any more.' : 'There is no payment or refund with this reference.')
    return isKnown ? 0 : 1
  }
  const order = await inTransaction(database.db, async (tx) => {
    const accepted = await payments.acceptReview(subject, tx)
    if (accepted && accepted !== 'other currency') await audit(tx, { action: 'accept payment', subject, reason })
    return accepted
  })
  if (!order) {
    console.log('There is no payment under review with this number.')
    return 1
  }
  if (order === 'other currency') {
    console.log('It was paid in another currency, so that it cannot be delivered: npm run refund returns it.')
    return 1
  }
  console.log('The payment is accepted and delivered.')
  return 0

  type Done = Omit<AuditEntry, 'at' | 'actor'>

  function audit(tx: Tx, done: Done): Promise<void> {
    return recordAudit(tx, { at: clock.now(), actor: actorOf(), ...done })
  }

  function record(done: Done): Promise<void> {
    return inTransaction(database.db, (tx) => audit(tx, done))
  }
}

const ENDINGS: Record<AbandonedEnding, string> = {
  ended: 'PayPal confirms that the subscription is cancelled.',
  known: 'This subscription has an agreement here: cancel the plan instead.',
  absent: 'PayPal does not know this subscription.',
  unanswered: 'PayPal does not answer, or its subscription has another custom id.',
}

const lineOf = ({ orderId, cause, amountCents, currency, problem }: PaymentCase): string =>
  `${orderId}  ${cause}  ${decimalOf(amountCents)} ${currency}${problem === null ? '' : `  ${problem}`}`

/** @returns undefined for wrong arguments */
function commandOf(args: readonly string[]): Command | undefined {
  try {
    const text = { type: 'string' } as const
    const options = { since: text, reason: text, agreement: text, as: text }
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [name, subject, ...rest] = positionals
    if (name === 'reconcile' && subject === undefined && values.reason === undefined) {
      return { name, since: values.since ? Temporal.Instant.from(values.since) : undefined }
    }
    const { reason, agreement: agreementId, as } = values
    if (subject === undefined || rest.length > 0 || values.since !== undefined || !reason) return undefined
    if (name === 'settle-refund' && (as === 'refunded' || as === 'refused') && !agreementId)
      return { name, subject, as, reason }
    if (as !== undefined) return undefined
    if ((name === 'accept' || name === 'dismiss') && agreementId === undefined) return { name, subject, reason }
    return name === 'end-mandate' && agreementId ? { name, subject, agreementId, reason } : undefined
  } catch {
    return undefined
  }
}
