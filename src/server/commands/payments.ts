import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { createApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import type { PaymentCase } from '#server/domains/payments/index.ts'
import { systemClock } from '#server/kit/clock.ts'
import { decimalOf } from '#server/kit/decimal-amounts.ts'
import { createLog } from '#server/kit/log.ts'
import { idleQueue } from '#server/kit/queue.ts'
import { assertMasterKey, masterKeyOf } from './master-key.ts'
import { withDatabase } from './migrate.ts'

const USAGE = `Usage:
  npm run payments -- reconcile [--since <instant>]
      asks the providers about every order that is not paid, created since then (2026-11-21T00:00:00Z; default: 30 days ago).
      After a restore this also lets the work on payments begin again. The running service does it; else the next start.
      Then lists the payments that need a person: under review, undelivered, refunds that were refused, came back or do not end.
  npm run payments -- accept <outTradeNo> --reason <text>
      delivers a payment of another amount, which is under review.
`

/** Orders older than this are no longer queried by default. */
const DEFAULT_DAYS = 30

type App = Awaited<ReturnType<typeof createApp>>
type Command = { name: 'reconcile'; since: Temporal.Instant } | { name: 'accept'; orderId: string; reason: string }

/** `npm run payments`: reconciles orders, and accepts payments that are under review. */
export async function paymentsCommand(config: Config, args: readonly string[]): Promise<number> {
  const command = commandOf(args)
  if (!command) {
    console.error(USAGE)
    return args[0] === '--help' ? 0 : 2
  }
  const masterKey = await masterKeyOf(config)
  return withDatabase(config, 'npm run payments', async (databaseUrl) => {
    const log = createLog({ level: config.LOG_LEVEL, role: 'payments' })
    const app = await createApp({ config, log, clock: systemClock, databaseUrl, masterKey, queue: idleQueue })
    try {
      await assertMasterKey(app.database.pool, masterKey, config)
      return await run(app, command)
    } finally {
      await app.close()
    }
  })
}

async function run({ domains, database }: App, command: Command): Promise<number> {
  const { payments, ledger } = domains
  if (command.name === 'reconcile') {
    const queried = await payments.reconcile(command.since)
    await audit({
      action: 'reconcile payments',
      subject: 'payments',
      reason: `since ${command.since.toString()}`,
      details: { queried },
    })
    console.log(`${queried} orders will be queried.`)
    const cases = await payments.cases()
    for (const one of cases) console.log(lineOf(one))
    console.log(cases.length === 0 ? 'No payment needs a person.' : `${cases.length} payments need a person.`)
    return 0
  }
  const { orderId, reason } = command
  const order = await payments.acceptReview(orderId)
  if (!order) {
    console.log('There is no payment under review with this number.')
    return 1
  }
  await audit({ action: 'accept payment', subject: orderId, reason })
  console.log('The payment is accepted and delivered.')
  return 0

  async function audit(done: Pick<Parameters<typeof ledger.audit>[1], 'action' | 'subject' | 'reason' | 'details'>) {
    const entry = { at: systemClock.now(), actor: `operator:${userInfo().username}`, ...done }
    await database.db.transaction().execute((tx) => ledger.audit(tx, entry))
  }
}

const lineOf = ({ orderId, cause, amountCents, currency, problem }: PaymentCase): string =>
  `${orderId}  ${cause}  ${decimalOf(amountCents)} ${currency}${problem === null ? '' : `  ${problem}`}`

/** @returns undefined for wrong arguments */
function commandOf(args: readonly string[]): Command | undefined {
  try {
    const options = { since: { type: 'string' }, reason: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [name, orderId, ...rest] = positionals
    if (name === 'reconcile' && orderId === undefined && values.reason === undefined) {
      const from = values.since ? Temporal.Instant.from(values.since) : undefined
      return { name, since: from ?? systemClock.now().subtract({ hours: DEFAULT_DAYS * 24 }) }
    }
    const isAccept = name === 'accept' && orderId !== undefined && rest.length === 0
    return isAccept && values.reason ? { name, orderId, reason: values.reason } : undefined
  } catch {
    return undefined
  }
}
