import type { App } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import type { AbandonedEnding } from '#server/domains/agreements/index.ts'
import { recordAudit } from '#server/domains/audit/index.ts'
import type { PaymentCase } from '#server/domains/payments/index.ts'
import { decimalOf } from '#server/kit/decimal-amounts.ts'
import { inTransaction } from '#server/kit/db.ts'
import { type ArgumentKind, type Arguments, defineCommand, oneOf, text } from './command.ts'
import { runOnApp } from './with-app.ts'

/** Orders older than this are not queried by default. */
const DEFAULT_DAYS = 30

const instant: ArgumentKind<Temporal.Instant> = {
  shown: '<instant>',
  mustBe: 'an instant, such as 2026-11-21T00:00:00Z',
  read: (given) => {
    try {
      return Temporal.Instant.from(given)
    } catch {
      return undefined
    }
  },
}

const ORDER = { subject: { kind: text, shown: '<order>' } } as const

const PAYMENTS = defineCommand({
  name: 'payments',
  actions: {
    reconcile: {
      options: {
        since: { kind: instant, help: `the orders created since then; those of ${DEFAULT_DAYS} days by default` },
      },
      audited: 'reason known',
      help: `queries the providers about every order that is not paid. After a restore this also lets the work on payments begin again.
      The running service does it; else the next start. Then lists the payments that need a person: under review, undelivered,
      paid twice, refunds that were refused, came back, are in doubt or do not end, and where the listing of a provider differs.`,
    },
    accept: {
      positionals: ORDER,
      audited: 'reason required',
      help: 'delivers a payment of another amount, which is under review; one in another currency is returned by npm run refund.',
    },
    dismiss: {
      positionals: { subject: { kind: text, shown: '<reference>' } },
      audited: 'reason required',
      help: 'tells of a difference from a provider’s listing, or of a second payment of an order, no more, once it is dealt with.',
    },
    'settle-refund': {
      positionals: ORDER,
      options: {
        as: { kind: oneOf(['refunded', 'refused']), required: true, help: 'whether the refund was carried out' },
      },
      audited: 'reason required',
      help: `ends a refund that is in doubt or overdue, as found in the provider’s portal: it was carried out, or it was not and what was bought
      is given again.`,
    },
    'end-mandate': {
      positionals: { subject: { kind: text, shown: '<PayPal’s subscription>' } },
      options: { agreement: { kind: text, required: true, help: 'the custom id of the subscription' } },
      audited: 'reason required',
      help: `cancels a subscription at PayPal that is ours and has no agreement here, as after a restore; its callbacks fail, and the
      log has both ids. It cannot be undone, and another installation with the same credentials has subscriptions of its own.
      What it charged is returned by hand.`,
    },
  },
})

type Given = Arguments<typeof PAYMENTS>

export const paymentsCommand = (config: Config, args: readonly string[]): Promise<number> =>
  runOnApp(PAYMENTS, { config, args }, run)

async function run(app: App, given: Given): Promise<number> {
  const { payments } = app.domains
  switch (given.action) {
    case 'reconcile':
      return reconcile(app, given)
    case 'accept':
      return accept(app, { ...given, subject: await payments.orderIdFor(given.subject) })
    case 'dismiss':
      return dismiss(app, { ...given, subject: await payments.orderIdFor(given.subject) })
    case 'settle-refund':
      return settleRefund(app, { ...given, subject: await payments.orderIdFor(given.subject) })
    case 'end-mandate':
      return endMandate(app, given)
  }
}

type Of<A extends Given['action']> = Extract<Given, { action: A }>

async function reconcile({ domains: { payments }, database, clock }: App, given: Of<'reconcile'>): Promise<number> {
  const { actor, since = clock.now().subtract({ hours: DEFAULT_DAYS * 24 }) } = given
  const queried = await inTransaction(database.db, async (tx) => {
    const count = await payments.reconcile(since, tx)
    const entry = { action: 'reconcile payments', subject: 'payments', reason: `since ${since.toString()}` }
    await recordAudit(tx, { at: clock.now(), actor, ...entry, details: { queried: count } })
    return count
  })
  console.log(`${queried} orders will be queried.`)
  const cases = await payments.cases()
  for (const one of cases) console.log(lineOf(one))
  console.log(cases.length === 0 ? 'No payment needs a person.' : `${cases.length} payments need a person.`)
  return 0
}

async function accept({ domains: { payments }, database, clock }: App, given: Of<'accept'>): Promise<number> {
  const { subject, actor, reason } = given
  const order = await inTransaction(database.db, async (tx) => {
    const accepted = await payments.acceptReview(subject, tx)
    if (accepted && accepted !== 'other currency')
      await recordAudit(tx, { at: clock.now(), actor, action: 'accept payment', subject, reason })
    return accepted
  })
  if (order && order !== 'other currency') {
    console.log('The payment is accepted and delivered.')
    return 0
  }
  console.log(
    order
      ? 'It was paid in another currency, so that it cannot be delivered: npm run refund returns it.'
      : 'There is no payment under review with this number.',
  )
  return 1
}

async function dismiss({ domains: { payments }, database, clock }: App, given: Of<'dismiss'>): Promise<number> {
  const { subject, actor, reason } = given
  const isKnown = await inTransaction(database.db, async (tx) => {
    const isDone = await payments.dismissListed(subject, tx)
    if (isDone) await recordAudit(tx, { at: clock.now(), actor, action: 'dismiss difference', subject, reason })
    return isDone
  })
  console.log(isKnown ? 'The difference is not told any more.' : 'There is no payment or refund with this reference.')
  return isKnown ? 0 : 1
}

async function settleRefund(
  { domains: { payments }, database, clock }: App,
  { subject, as, actor, reason }: Of<'settle-refund'>,
): Promise<number> {
  const isSettled = await inTransaction(database.db, async (tx) => {
    const isDone = await payments.settleRefund({ orderId: subject, as, reason }, tx)
    const entry = { actor, action: 'settle refund', subject, reason, details: { as } }
    if (isDone) await recordAudit(tx, { at: clock.now(), ...entry })
    return isDone
  })
  console.log(isSettled ? 'The refund is settled.' : 'This payment has no refund in doubt or overdue.')
  return isSettled ? 0 : 1
}

/** The provider is queried between the two entries, outside of a transaction. */
async function endMandate(
  { domains: { agreements }, database, clock }: App,
  given: Of<'end-mandate'>,
): Promise<number> {
  const { subject, agreement: agreementId, actor, reason } = given
  const record = (action: string, details: object) =>
    inTransaction(database.db, (tx) =>
      recordAudit(tx, { at: clock.now(), actor, action, subject, reason, details: { agreementId, ...details } }),
    )
  await record('request mandate end', {})
  const ending = await agreements.endAbandoned({ kind: 'paypal', agreementId, providerReference: subject })
  await record('end mandate', { ending })
  console.log(OUTCOMES[ending])
  return ending === 'ended' ? 0 : 1
}

const OUTCOMES: Record<AbandonedEnding, string> = {
  ended: 'PayPal confirms that the subscription is cancelled.',
  known: 'This subscription has an agreement here: cancel the plan instead.',
  absent: 'PayPal does not know this subscription.',
  unanswered: 'PayPal does not answer, or its subscription has another custom id.',
}

const lineOf = ({ orderId, orderNumber, cause, amountCents, currency, problem }: PaymentCase): string =>
  [orderNumber, orderId, cause, `${decimalOf(amountCents)} ${currency}`, problem]
    .filter((part) => part !== null)
    .join('  ')
